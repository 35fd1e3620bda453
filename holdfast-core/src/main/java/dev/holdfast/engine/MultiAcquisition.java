package dev.holdfast.engine;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.HoldfastException;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.engine.session.Jitter;
import dev.holdfast.spi.Scheduler.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SLICE_JITTER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int PAUSE_DOUBLINGS_MAX = 5;

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
  // Null while a step is under way.
  private @Nullable PendingAcquisition pending;
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
    PendingAcquisition asking;
    Status found;
    guard.lock();
    try {
      givenUp = true;
      asking = pending;
      found = status;
      status = found == Status.ASKING ? found : Status.OVER;
    } finally {
      guard.unlock();
    }
    switch (found) {
      case ASKING -> {
        // Without a request on its way, the step that is under way looks whether it was given up.
        if (asking != null) {
          asking.withdraw();
        }
      }
      case PAUSING, TAKEN -> cancel();
      case OVER -> {}
    }
  }

  // ---- steps -------------------------------------------------------------------------------

  private void step() {
    PendingAcquisition asking = null;
    Wanted next = wanted.get(0);
    Wanted lost = null;
    List<PendingAcquisition> all = List.of();
    boolean unwanted;
    guard.lock();
    try {
      unwanted = givenUp;
      if (unwanted) {
        status = Status.OVER;
      } else if (taken.size() < wanted.size()) {
        next = wanted.get((first + taken.size()) % wanted.size());
        EngineLock member = next.member();
        asking = new PendingAcquisition(member.client(), member.resource(), bounded(next));
        pending = asking;
      } else {
        lost = lost();
        status = lost == null ? Status.TAKEN : status;
        all = List.copyOf(taken);
      }
    } finally {
      guard.unlock();
    }
    if (unwanted) {
      cancel();
    } else if (asking != null) {
      ask(next, asking);
    } else if (lost != null) {
      giveBack();
      goOn(lost, this::step);
    } else {
      succeed(all);
    }
  }

  /** A member that was taken and lost while others were waited for; null if there is none. */
  private @Nullable Wanted lost() {
    for (int i = 0; i < taken.size(); i++) {
      Wanted one = wanted.get((first + i) % wanted.size());
      if (taken.get(i).lease().remainingNanos(nanos(one)) == 0) {
        return one;
      }
    }
    return null;
  }

  /** Goes on after a round without success, unless the wait is over. */
  private void goOn(Wanted stoppedAt, Runnable next) {
    if (stoppedAt.ask().mayWait() && stoppedAt.ask().deadlineNanos() - nanos(stoppedAt) > 0) {
      next.run();
    } else {
      end(stoppedAt, null);
    }
  }

  private Ask bounded(Wanted next) {
    Ask ask = next.ask();
    if (ordered || taken.isEmpty() || !ask.mayWait()) {
      return ask;
    }
    long nowNanos = nanos(next);
    long sliceNanos = SLICE_NANOS + jitter(next, SLICE_JITTER_NANOS);
    return ask.until(nowNanos + Math.min(sliceNanos, ask.deadlineNanos() - nowNanos));
  }

  private void ask(Wanted next, PendingAcquisition asking) {
    CompletableFuture<Waiter> asked;
    try {
      asked = asking.start();
    } catch (HoldfastException closed) {
      end(next, closed);
      return;
    }
    var unused = asked.thenAccept(waiter -> answered(next, asking, waiter));
    if (isGivenUp()) {
      // Before there was anything to withdraw.
      asking.withdraw();
    }
  }

  private void answered(Wanted asked, PendingAcquisition asking, Waiter waiter) {
    take(asking, waiter.state() == Waiter.State.GIVEN);
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

  private void take(PendingAcquisition answered, boolean granted) {
    guard.lock();
    try {
      pending = null;
      if (granted) {
        taken.add(answered);
      }
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
        long bound = PAUSE_NANOS_MIN << Math.min(PAUSE_DOUBLINGS_MAX, rounds++);
        pause = client.context().scheduler().schedule(resume, jitter(busy, bound));
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

  private static long nanos(Wanted one) {
    return one.member().client().context().time().nanos();
  }

  private static long jitter(Wanted one, long boundNanos) {
    return Jitter.below(boundNanos, nanos(one), one.member().client().nextRequestId());
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
