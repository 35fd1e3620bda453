package dev.holdfast.engine;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastException;
import dev.holdfast.Lease;
import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.LockView;
import dev.holdfast.ReentrantWaitException;
import dev.holdfast.engine.MultiAcquisition.End;
import dev.holdfast.engine.MultiAcquisition.Wanted;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.session.Failures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several locks as one. Has no state of its own: who holds it is a matter of who holds its members.
 * Immutable.
 */
final class MultiLock implements DistributedLock {

  private static final long NO_WAIT = 0;

  private final HoldfastClient client;
  private final List<EngineLock> members;

  private MultiLock(HoldfastClient client, List<EngineLock> members) {
    this.client = client;
    this.members = members;
  }

  static MultiLock of(HoldfastClient client, Collection<? extends DistributedLock> given) {
    return new MultiLock(client, MemberOrder.of(given));
  }

  List<EngineLock> members() {
    return members;
  }

  @Override
  public String name() {
    return members.stream().map(EngineLock::name).collect(Collectors.joining(", "));
  }

  @Override
  public DistributedLock fair() {
    return with(DistributedLock::fair);
  }

  @Override
  public DistributedLock leaseTime(Duration leaseTime) {
    return with(member -> member.leaseTime(leaseTime));
  }

  @Override
  public DistributedLock note(String note) {
    return with(member -> member.note(note));
  }

  private DistributedLock with(UnaryOperator<DistributedLock> option) {
    return of(client, members.stream().map(option).toList());
  }

  // ---- owned by the thread -----------------------------------------------------------------

  @Override
  public void lock() {
    try {
      var unused = own(Waits.MAX.toNanos(), Optional.empty(), false);
    } catch (InterruptedException impossible) {
      throw new IllegalStateException("An uninterruptible wait was interrupted", impossible);
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    var unused = own(Waits.MAX.toNanos(), Optional.empty(), true);
  }

  @Override
  public boolean tryLock() {
    try {
      return own(NO_WAIT, Optional.empty(), false);
    } catch (InterruptedException impossible) {
      throw new IllegalStateException("An uninterruptible attempt was interrupted", impossible);
    }
  }

  @Override
  public boolean tryLock(long wait, TimeUnit unit) throws InterruptedException {
    return own(Waits.nanos(wait, unit), Optional.empty(), true);
  }

  @Override
  public boolean tryLock(long wait, long leaseTime, TimeUnit unit) throws InterruptedException {
    Optional<Duration> bound = Optional.of(Waits.checkedLeaseTime(leaseTime, unit));
    return own(Waits.nanos(wait, unit), bound, true);
  }

  @Override
  public boolean tryLock(Duration wait) throws InterruptedException {
    return own(Waits.checkedNanos(wait), Optional.empty(), true);
  }

  @Override
  public boolean tryLock(Duration wait, Duration leaseTime) throws InterruptedException {
    Optional<Duration> bound = Optional.of(Waits.checkedLeaseTime(leaseTime));
    return own(Waits.checkedNanos(wait), bound, true);
  }

  private boolean own(long waitNanos, Optional<Duration> leaseTime, boolean interruptible)
      throws InterruptedException {
    if (interruptible && Thread.interrupted()) {
      throw new InterruptedException("Interrupted before asking for " + name());
    }
    List<EngineLock> again = new ArrayList<>();
    boolean owned = false;
    try {
      List<Wanted> wanted = new ArrayList<>();
      for (EngineLock member : members) {
        Wanted next = wanted(member, waitNanos, leaseTime, true);
        switch (member.ownership().enter(next.ask())) {
          case REENTERED -> again.add(member);
          case NEW -> wanted.add(next);
          case REFUSED -> {
            return false;
          }
        }
      }
      owned = wanted.isEmpty() || taken(await(wanted, interruptible));
      return owned;
    } finally {
      if (!owned) {
        again.forEach(member -> member.ownership().undoReentry());
      }
    }
  }

  private boolean taken(End end) {
    throwFailure(end);
    return end.stoppedAt() == null;
  }

  /** Releases every member, whatever becomes of the others; nothing if one was never locked. */
  @Override
  public void unlock() {
    List<Runnable> outcomes = new ArrayList<>();
    List<EngineLock> held = toUnlock();
    for (int i = held.size() - 1; i >= 0; i--) {
      outcomes.add(held.get(i).ownership().beginUnlock());
    }
    MultiOutcome.report(outcomes);
  }

  private List<EngineLock> toUnlock() {
    List<EngineLock> without =
        members.stream().filter(member -> member.getHoldCount() == 0).toList();
    if (without.isEmpty()) {
      return members;
    }
    // After a release of unknown outcome only that is left, and this call joins it.
    List<EngineLock> releasing =
        without.stream().filter(member -> member.ownership().awaitsRelease()).toList();
    if (without.size() < members.size() || releasing.isEmpty()) {
      throw without.get(0).ownership().notHeld();
    }
    return releasing;
  }

  @Override
  public Condition newCondition() {
    return members.get(0).newCondition();
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return members.stream().allMatch(EngineLock::isHeldByCurrentThread);
  }

  @Override
  public int getHoldCount() {
    return members.stream().mapToInt(EngineLock::getHoldCount).min().orElse(0);
  }

  // ---- as a handle -------------------------------------------------------------------------

  @Override
  public Lease acquire() throws InterruptedException {
    return acquire(client.options().defaultWait());
  }

  @Override
  public Lease acquire(Duration wait) throws InterruptedException {
    End end = handle(Waits.checkedNanos(wait));
    Wanted busy = end.stoppedAt();
    if (busy != null) {
      EngineLock member = busy.member();
      throw notAcquired(busy, Inspection.shortly(member.client(), member.resource()).orElse(null));
    }
    return lease(end);
  }

  @Override
  public Optional<Lease> tryAcquire(Duration wait) throws InterruptedException {
    End end = handle(Waits.checkedNanos(wait));
    return end.stoppedAt() == null ? Optional.of(lease(end)) : Optional.empty();
  }

  private End handle(long waitNanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted before asking for " + name());
    }
    End end = await(wantedHandles(waitNanos), true);
    throwFailure(end);
    return end;
  }

  @Override
  public CompletableFuture<Lease> acquireAsync() {
    return acquireAsync(client.options().defaultWait());
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(Duration wait) {
    List<Wanted> wanted;
    try {
      wanted = wantedHandles(Waits.checkedNanos(wait));
    } catch (ReentrantWaitException refusal) {
      return CompletableFuture.failedFuture(refusal);
    }
    MultiAcquisition taking = new MultiAcquisition(wanted);
    return CallbackFutures.of(
        taking.start().thenCompose(this::later), client.context().callbacks(), taking::giveUp);
  }

  private CompletableFuture<Lease> later(End end) {
    Wanted stoppedAt = end.stoppedAt();
    if (stoppedAt == null) {
      return CompletableFuture.completedFuture(lease(end));
    }
    EngineLock member = stoppedAt.member();
    HoldfastException failure = end.failure();
    if (failure != null) {
      return CompletableFuture.failedFuture(Failures.forCaller(failure, member.resource()));
    }
    return Inspection.ask(member.client(), member.resource())
        .handle(
            (view, unseen) -> {
              throw new CompletionException(notAcquired(stoppedAt, view));
            });
  }

  private List<Wanted> wantedHandles(long waitNanos) {
    List<Wanted> wanted = new ArrayList<>();
    for (EngineLock member : members) {
      if (waitNanos > NO_WAIT) {
        member.ownership().refuseWaitForSelf();
      }
      wanted.add(wanted(member, waitNanos, Optional.empty(), false));
    }
    return wanted;
  }

  private Lease lease(End end) {
    List<LeaseHandle> handles = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      handles.add(new LeaseHandle(members.get(i).client(), end.leases().get(i)));
    }
    return new MultiLease(name(), handles);
  }

  private LockNotAcquiredException notAcquired(Wanted busy, @Nullable LockView view) {
    EngineLock member = busy.member();
    String addition =
        members.size() == 1
            ? ""
            : "; it is one of " + members.size() + " locks taken together, and none is kept";
    return NotAcquired.failure(member.client(), member.resource(), busy.ask(), view, addition);
  }

  // ---- questions ---------------------------------------------------------------------------

  @Override
  public boolean isLocked() {
    return members.stream().anyMatch(EngineLock::isLocked);
  }

  @Override
  public Duration remaining() {
    return members.stream()
        .map(EngineLock::remaining)
        .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
  }

  @Override
  public LockView inspect() {
    throw new UnsupportedOperationException(
        "Several locks have no view in common: inspect them one by one: " + name());
  }

  // ---- attempts ----------------------------------------------------------------------------

  private Wanted wanted(
      EngineLock member, long waitNanos, Optional<Duration> leaseTime, boolean owned) {
    Optional<Duration> bound = leaseTime.or(() -> member.options().leaseTime());
    // Without a wait nothing passes between the first grant and the last, so it goes along.
    Optional<Duration> atOnce = waitNanos > NO_WAIT ? Optional.empty() : bound;
    Ask ask = member.ask(waitNanos, atOnce, owned);
    member.ownership().warnIfOwnHandle(ask);
    return new Wanted(member, ask.note().isEmpty() ? ask.noted(noteFor(member)) : ask, bound);
  }

  /** So that whoever inspects a member sees why it is held while another is waited for. */
  private String noteFor(EngineLock member) {
    String others =
        members.stream()
            .filter(other -> other != member)
            .map(EngineLock::name)
            .collect(Collectors.joining(", "));
    if (others.isEmpty()) {
      return "";
    }
    String note = "together with " + others;
    return note.length() <= LockOptions.NOTE_MAX
        ? note
        : "together with " + (members.size() - 1) + " others";
  }

  private static End await(List<Wanted> wanted, boolean interruptible) throws InterruptedException {
    MultiAcquisition taking = new MultiAcquisition(wanted);
    CompletableFuture<End> ended = taking.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return ended.get();
        } catch (InterruptedException interrupt) {
          if (interruptible) {
            taking.giveUp();
            throw interrupt;
          }
          interrupted = true;
        } catch (ExecutionException failed) {
          throw new IllegalStateException("Taking several locks failed", failed.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void throwFailure(End end) {
    HoldfastException failure = end.failure();
    Wanted stoppedAt = end.stoppedAt();
    if (failure != null && stoppedAt != null) {
      throw Failures.forCaller(failure, stoppedAt.member().resource());
    }
  }

  @Override
  public String toString() {
    return "DistributedLock[" + name() + " together]";
  }
}
