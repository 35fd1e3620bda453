package dev.holdfast.engine;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.HoldfastException;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.spi.Scheduler.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to take several locks, all or none, that blocks nobody.
 *
 * <pre>
 *   for each member in order: ask for it and wait, as long as the whole wait lasts
 *   not granted, failed or given up: give back what was taken, and end
 *   all granted, and none lost meanwhile: set the bounds of their leases, and end
 *   one lost meanwhile: give back what was taken, and begin again
 * </pre>
 *
 * <p>Whoever takes locks in one order waits only while it holds lower ones, so there can be no
 * circle of waiters. Members of several clients have no common order ({@link MemberOrder}), so
 * there nothing is held while another is waited for longer than a slice:
 *
 * <pre>
 *   ask for the first and wait, as long as the whole wait lasts; for each further one a slice
 *   not granted: give back what was taken, pause, and begin again with the one that was busy
 * </pre>
 *
 * <p><b>Concurrency.</b> One member is asked for at a time, and each step follows from the end of
 * the one before, so steps don't meet. Only giving up comes from outside: the guard lets it and the
 * steps see each other. It is held for a few instructions and never while calling out.
 */
final class MultiAcquisition {

  /** A member, what is asked for it, and how its lease is bounded once all are held. */
  record Wanted(EngineLock member, Ask ask, Optional<Duration> leaseTime) {}

  /**
   * How an attempt ended.
   *
   * @param leases those of all members in order; empty unless all were granted
   * @param stoppedAt the member that was not granted; null if all were
   * @param failure why, if it failed; null if somebody else held it
   */
  record End(
      List<EngineLease> leases, @Nullable Wanted stoppedAt, @Nullable HoldfastException failure) {}

  /** How far an attempt has come. */
  private enum Status {
    /** A member is asked for, or a step is under way. */
    ASKING,
    /** Nothing is held; a timer begins again. */
    PAUSING,
    /** All were granted. */
    TAKEN,
    /** It has ended otherwise. */
    OVER
  }

  private final List<Wanted> wanted;
  private final boolean ordered;
  private final Runnable resume = this::resume;
  // Completed on the thread that made the last step; no application code may hang on it.
  private final CompletableFuture<End> ended = new CompletableFuture<>();

  private final ReentrantLock guard = new ReentrantLock();
  // All guarded by guard.
  private Status status = Status.ASKING;
  private boolean givenUp;
  // What was granted, in the order in which it was; the member that is asked for first.
  private final List<PendingAcquisition> taken = new ArrayList<>();
  private int first;
  private int rounds;
  // Whether the next member is asked for alone, because it was not granted with others.
  private boolean alone;
  // Takes back what is asked for; null while a step is under way.
  private @Nullable Runnable withdrawal;
  private @Nullable Timer pause;

  MultiAcquisition(List<Wanted> wanted) {
    this.wanted = List.copyOf(wanted);
    this.ordered = wanted.stream().map(one -> one.member().client()).distinct().count() == 1;
  }

  /** Begins. Completes with the end, or with a {@link CancellationException} if given up. */
  CompletableFuture<End> start() {
    step();
    return ended;
  }

  /** Nobody waits for it any more: withdraws, and gives back what was or is taken. */
  void giveUp() {
    Runnable asking;
    Status found;
    guard.lock();
    try {
      givenUp = true;
      asking = withdrawal;
      found = status;
      status = found == Status.ASKING ? found : Status.OVER;
    } finally {
      guard.unlock();
    }
    switch (found) {
      case ASKING -> {
        // Without a request on its way, the step that is under way looks whether it was given up.
        if (asking != null) {
          asking.run();
        }
      }
      case PAUSING, TAKEN -> cancel();
      case OVER -> {}
    }
  }

  // ---- steps -------------------------------------------------------------------------------

  private void step() {
    Runnable next;
    guard.lock();
    try {
      if (givenUp) {
        next = this::cancel;
      } else if (taken.size() < wanted.size()) {
        next = prepare();
      } else {
        Wanted lost = lost();
        List<PendingAcquisition> all = List.copyOf(taken);
        status = lost == null ? Status.TAKEN : status;
        next = lost == null ? () -> succeed(all) : () -> beginAgain(lost);
      }
    } finally {
      guard.unlock();
    }
    next.run();
  }

  /** Called under the guard; what it returns is run without it. */
  private Runnable prepare() {
    List<Wanted> others = new ArrayList<>();
    for (int i = taken.size(); i < wanted.size(); i++) {
      others.add(wanted.get((first + i) % wanted.size()));
    }
    Wanted next = others.get(0);
    List<Wanted> run = alone ? List.of(next) : TogetherAcquisition.run(others);
    alone = false;
    if (run.size() > 1) {
      TogetherAcquisition asking = new TogetherAcquisition(run, next.ask().mayWait());
      withdrawal = asking::withdraw;
      return () -> ask(next, asking);
    }
    EngineLock member = next.member();
    Ask ask = ordered || taken.isEmpty() ? next.ask() : MultiSlices.slice(next);
    PendingAcquisition asking = new PendingAcquisition(member.client(), member.resource(), ask);
    withdrawal = asking::withdraw;
    return () -> ask(next, asking);
  }

  private void beginAgain(Wanted lost) {
    giveBack();
    goOn(lost, this::step);
  }

  /** A member that was taken and lost while others were waited for; null if there is none. */
  private @Nullable Wanted lost() {
    for (int i = 0; i < taken.size(); i++) {
      Wanted one = wanted.get((first + i) % wanted.size());
      long nowNanos = one.member().client().context().time().nanos();
      if (taken.get(i).lease().remainingNanos(nowNanos) == 0) {
        return one;
      }
    }
    return null;
  }

  /** Goes on after a round without success, unless the wait is over. */
  private void goOn(Wanted stoppedAt, Runnable next) {
    if (MultiSlices.inTime(stoppedAt)) {
      next.run();
    } else {
      end(stoppedAt, null);
    }
  }

  private void ask(Wanted next, PendingAcquisition asking) {
    try {
      var unused = asking.start().thenAccept(waiter -> answered(next, asking, waiter));
    } catch (HoldfastException closed) {
      end(next, closed);
      return;
    }
    if (isGivenUp()) {
      // Before there was anything to withdraw.
      asking.withdraw();
    }
  }

  private void ask(Wanted next, TogetherAcquisition asking) {
    try {
      var unused = asking.start().thenAccept(this::answered);
    } catch (HoldfastException closed) {
      end(next, closed);
      return;
    }
    if (isGivenUp()) {
      asking.withdraw();
    }
  }

  private void answered(Wanted asked, PendingAcquisition asking, Waiter waiter) {
    take(waiter.state() == Waiter.State.GIVEN ? List.of(asking) : List.of(), false);
    switch (waiter.state()) {
      case GIVEN -> step();
      case NOT_ACQUIRED -> {
        asking.tell(AcquireOutcome.NOT_ACQUIRED);
        if (ordered) {
          end(asked, null);
        } else {
          giveBack();
          goOn(asked, () -> pause(asked));
        }
      }
      case WITHDRAWN -> {
        asking.tell(AcquireOutcome.CANCELLED);
        cancel();
      }
      default -> {
        asking.tell(AcquireOutcome.FAILED);
        end(asked, waiter.failure());
      }
    }
  }

  private void answered(TogetherAcquisition.End round) {
    Wanted stoppedAt = round.stoppedAt();
    take(round.granted(), stoppedAt != null);
    if (stoppedAt == null || stoppedAt.ask().mayWait() || isGivenUp()) {
      step();
    } else {
      end(stoppedAt, round.failure());
    }
  }

  private void take(List<PendingAcquisition> granted, boolean stopped) {
    guard.lock();
    try {
      withdrawal = null;
      alone = stopped;
      taken.addAll(granted);
    } finally {
      guard.unlock();
    }
  }

  private boolean isGivenUp() {
    guard.lock();
    try {
      return givenUp;
    } finally {
      guard.unlock();
    }
  }

  // ---- pauses ------------------------------------------------------------------------------

  private void pause(Wanted busy) {
    HoldfastClient client = busy.member().client();
    client.closingTasks().add(resume);
    boolean unwanted;
    guard.lock();
    try {
      unwanted = givenUp;
      first = wanted.indexOf(busy);
      if (!unwanted) {
        status = Status.PAUSING;
        long nanos = MultiSlices.pauseNanos(busy, rounds++);
        pause = client.context().scheduler().schedule(resume, nanos);
      }
    } finally {
      guard.unlock();
    }
    if (unwanted) {
      cancel();
    } else if (client.closed()) {
      // Its timer is gone, and its closing may have come too early for the task.
      resume();
    }
  }

  private void resume() {
    boolean pausing;
    guard.lock();
    try {
      pausing = status == Status.PAUSING;
      if (pausing) {
        status = Status.ASKING;
      }
    } finally {
      guard.unlock();
    }
    if (pausing) {
      endPause();
      step();
    }
  }

  private void endPause() {
    Timer running;
    HoldfastClient client;
    guard.lock();
    try {
      running = pause;
      pause = null;
      client = wanted.get(first).member().client();
    } finally {
      guard.unlock();
    }
    client.closingTasks().remove(resume);
    if (running != null) {
      running.cancel();
    }
  }

  // ---- ends --------------------------------------------------------------------------------

  private void succeed(List<PendingAcquisition> all) {
    List<EngineLease> leases = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      Optional<Duration> leaseTime = wanted.get(i).leaseTime();
      EngineLease lease = all.get(Math.floorMod(i - first, wanted.size())).lease();
      leaseTime.ifPresent(bound -> lease.queue().bound(lease, bound));
      leases.add(lease);
    }
    all.forEach(PendingAcquisition::tellGranted);
    ended.complete(new End(leases, null, null));
  }

  private void end(Wanted stoppedAt, @Nullable HoldfastException failure) {
    over();
    giveBack();
    ended.complete(new End(List.of(), stoppedAt, failure));
  }

  private void cancel() {
    over();
    endPause();
    giveBack();
    ended.completeExceptionally(new CancellationException("Given up by its caller"));
  }

  private void over() {
    guard.lock();
    try {
      status = Status.OVER;
    } finally {
      guard.unlock();
    }
  }

  /** Gives back what was taken, the last first, and waits for no answer. */
  private void giveBack() {
    List<PendingAcquisition> unwanted;
    guard.lock();
    try {
      unwanted = new ArrayList<>(taken);
      taken.clear();
    } finally {
      guard.unlock();
    }
    Collections.reverse(unwanted);
    for (PendingAcquisition one : unwanted) {
      PendingAcquisition.giveBack(one.lease());
      one.tell(AcquireOutcome.CANCELLED);
    }
  }
}
