package dev.holdfast.engine;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockView;
import dev.holdfast.ReentrantWaitException;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.LocalQueue;
import dev.holdfast.engine.queue.LockMode;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.ResourceId;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * One view of a lock, to be had alone or shared with other readers: turns the API's calls into
 * asks, and their ends into results. Immutable.
 */
final class EngineLock implements DistributedLock {

  private static final long NO_WAIT = 0;
  private static final int UNITS_OF_A_READER = 1;

  private final HoldfastClient client;
  private final ResourceId resource;
  private final LockMode mode;
  private final LockOptions options;
  private final ThreadOwnership ownership;

  EngineLock(HoldfastClient client, ResourceId resource, LockMode mode, LockOptions options) {
    this.client = client;
    this.resource = resource;
    this.mode = mode;
    this.options = options;
    this.ownership = new ThreadOwnership(client, resource, mode);
  }

  @Override
  public String name() {
    return resource.name();
  }

  @Override
  public DistributedLock fair() {
    return with(new LockOptions(true, options.leaseTime(), options.note()));
  }

  @Override
  public DistributedLock leaseTime(Duration leaseTime) {
    Optional<Duration> bound = Optional.of(Objects.requireNonNull(leaseTime, "leaseTime"));
    return with(new LockOptions(options.fair(), bound, options.note()));
  }

  @Override
  public DistributedLock note(String note) {
    return with(
        new LockOptions(options.fair(), options.leaseTime(), Objects.requireNonNull(note, "note")));
  }

  private DistributedLock with(LockOptions changed) {
    return new EngineLock(client, resource, mode, changed);
  }

  // ---- owned by the thread -----------------------------------------------------------------

  @Override
  public void lock() {
    try {
      var unused = own(unlimited(options.leaseTime()), false);
    } catch (InterruptedException impossible) {
      throw new IllegalStateException("An uninterruptible wait was interrupted", impossible);
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    var unused = own(unlimited(options.leaseTime()), true);
  }

  @Override
  public boolean tryLock() {
    try {
      return own(ask(NO_WAIT, options.leaseTime(), true), false);
    } catch (InterruptedException impossible) {
      throw new IllegalStateException("An uninterruptible attempt was interrupted", impossible);
    }
  }

  @Override
  public boolean tryLock(long wait, TimeUnit unit) throws InterruptedException {
    return own(ask(Waits.nanos(wait, unit), options.leaseTime(), true), true);
  }

  @Override
  public boolean tryLock(long wait, long leaseTime, TimeUnit unit) throws InterruptedException {
    Optional<Duration> bound = Optional.of(Waits.checkedLeaseTime(leaseTime, unit));
    return own(ask(Waits.nanos(wait, unit), bound, true), true);
  }

  @Override
  public boolean tryLock(Duration wait) throws InterruptedException {
    return own(ask(Waits.checkedNanos(wait), options.leaseTime(), true), true);
  }

  @Override
  public boolean tryLock(Duration wait, Duration leaseTime) throws InterruptedException {
    Optional<Duration> bound = Optional.of(Waits.checkedLeaseTime(leaseTime));
    return own(ask(Waits.checkedNanos(wait), bound, true), true);
  }

  private boolean own(Ask ask, boolean interruptible) throws InterruptedException {
    if (interruptible && Thread.interrupted()) {
      throw new InterruptedException("Interrupted before asking for '" + name() + "'");
    }
    ThreadOwnership.Entry entry = ownership.enter(ask);
    if (entry != ThreadOwnership.Entry.NEW) {
      return entry == ThreadOwnership.Entry.REENTERED;
    }
    ownership.warnIfOwnHandle(ask);
    Waiter waiter = new Acquisition(client, resource, ask).await(interruptible);
    return waiter.state() == Waiter.State.GIVEN;
  }

  @Override
  public void unlock() {
    ownership.unlock();
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException(
        "A distributed lock has no conditions: a signal would have to reach other processes."
            + " Use a message of your own, or wait for the lock.");
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return ownership.held() != null;
  }

  @Override
  public int getHoldCount() {
    return ownership.count();
  }

  // ---- as a handle -------------------------------------------------------------------------

  @Override
  public Lease acquire() throws InterruptedException {
    return acquire(client.options().defaultWait());
  }

  @Override
  public Lease acquire(Duration wait) throws InterruptedException {
    Ask ask = ask(Waits.checkedNanos(wait), options.leaseTime(), false);
    Waiter waiter = handle(ask);
    if (waiter.state() != Waiter.State.GIVEN) {
      LockView view = Inspection.shortly(client, resource).orElse(null);
      throw NotAcquired.failure(client, resource, ask, view);
    }
    return new LeaseHandle(client, waiter.lease());
  }

  @Override
  public Optional<Lease> tryAcquire(Duration wait) throws InterruptedException {
    Waiter waiter = handle(ask(Waits.checkedNanos(wait), options.leaseTime(), false));
    return waiter.state() == Waiter.State.GIVEN
        ? Optional.of(new LeaseHandle(client, waiter.lease()))
        : Optional.empty();
  }

  private Waiter handle(Ask ask) throws InterruptedException {
    if (ask.mayWait()) {
      ownership.refuseWaitForSelf();
      ownership.warnIfOwnHandle(ask);
    }
    return new Acquisition(client, resource, ask).await(true);
  }

  @Override
  public CompletableFuture<Lease> acquireAsync() {
    return acquireAsync(client.options().defaultWait());
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(Duration wait) {
    Ask ask = ask(Waits.checkedNanos(wait), options.leaseTime(), false);
    ReentrantWaitException refusal = ask.mayWait() ? ownership.waitForSelf() : null;
    return refusal == null
        ? new AsyncAcquisition<Lease>(
                client, resource, ask, lease -> new LeaseHandle(client, lease))
            .start()
        : CompletableFuture.failedFuture(refusal);
  }

  // ---- questions ---------------------------------------------------------------------------

  @Override
  public boolean isLocked() {
    return heldHere() != null || inspect().holders().stream().anyMatch(this::counts);
  }

  @Override
  public Duration remaining() {
    EngineLease here = heldHere();
    if (here != null) {
      return Duration.ofNanos(here.remainingNanos(client.context().time().nanos()));
    }
    return inspect().holders().stream()
        .filter(this::counts)
        .map(LockView.Holder::remaining)
        .reduce((a, b) -> a.compareTo(b) > 0 ? a : b)
        .orElse(Duration.ZERO);
  }

  @Override
  public LockView inspect() {
    return Inspection.now(client, resource);
  }

  /** Readers don't own what a writer owns, but a writer may read. */
  private boolean counts(LockView.Holder holder) {
    return mode == LockMode.READ || holder.units() == LockView.ALL_UNITS;
  }

  private @Nullable EngineLease heldHere() {
    if (mode == LockMode.READ) {
      // Others may read for longer, but who reads itself need not ask whether anybody does.
      return ownership.held();
    }
    LocalQueue queue = client.queue(resource);
    EngineLease lease = queue == null ? null : queue.current();
    return lease != null && lease.held(client.context().time().nanos()) ? lease : null;
  }

  // ---- asks --------------------------------------------------------------------------------

  private Ask unlimited(Optional<Duration> leaseTime) {
    return ask(Waits.MAX.toNanos(), leaseTime, true);
  }

  /** What the calling thread asks for, as its own or as a handle. */
  Ask ask(long waitNanos, Optional<Duration> leaseTime, boolean owned) {
    Thread thread = Thread.currentThread();
    return new Ask(
        mode == LockMode.WRITE ? Request.ALL : UNITS_OF_A_READER,
        waitNanos > NO_WAIT,
        waitNanos >= Waits.MAX.toNanos(),
        client.context().time().nanos() + waitNanos,
        options.fair(),
        leaseTime,
        owned ? thread : null,
        thread.getId(),
        thread.getName(),
        options.note());
  }

  // ---- as a member of a multi-lock ----------------------------------------------------------

  HoldfastClient client() {
    return client;
  }

  ResourceId resource() {
    return resource;
  }

  LockMode mode() {
    return mode;
  }

  LockOptions options() {
    return options;
  }

  ThreadOwnership ownership() {
    return ownership;
  }

  @Override
  public String toString() {
    return "DistributedLock["
        + name()
        + (mode == LockMode.READ ? ", read" : "")
        + " in "
        + client.store()
        + options.inWords()
        + "]";
  }
}
