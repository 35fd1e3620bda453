package dev.holdfast.engine;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.LockView;
import dev.holdfast.Permits;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.ResourceId;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One view of a semaphore: turns the API's calls into asks, and their ends into results. Immutable.
 */
final class EngineSemaphore implements DistributedSemaphore {

  private static final long NO_WAIT = 0;

  private final HoldfastClient client;
  private final ResourceId resource;
  private final LockOptions options;
  private final SemaphoreSettings settings;

  EngineSemaphore(HoldfastClient client, ResourceId resource, LockOptions options) {
    this.client = client;
    this.resource = resource;
    this.options = options;
    this.settings = new SemaphoreSettings(client, resource);
  }

  @Override
  public String name() {
    return resource.name();
  }

  @Override
  public DistributedSemaphore leaseTime(Duration leaseTime) {
    Optional<Duration> bound = Optional.of(Objects.requireNonNull(leaseTime, "leaseTime"));
    return with(new LockOptions(options.fair(), bound, options.note()));
  }

  @Override
  public DistributedSemaphore note(String note) {
    return with(
        new LockOptions(options.fair(), options.leaseTime(), Objects.requireNonNull(note, "note")));
  }

  private DistributedSemaphore with(LockOptions changed) {
    return new EngineSemaphore(client, resource, changed);
  }

  // ---- how many there are ------------------------------------------------------------------

  @Override
  public boolean trySetPermits(int permits) {
    if (permits < 0) {
      throw new IllegalArgumentException("A semaphore can't have " + permits + " permits");
    }
    return settings.change(Action.SET, permits);
  }

  @Override
  public int addPermits(int permits) {
    return settings.add(permits);
  }

  @Override
  public boolean delete() {
    return settings.change(Action.DELETE, 0);
  }

  @Override
  public int availablePermits() {
    return Inspection.permits(client, resource).orElseThrow(settings::notSet).available();
  }

  @Override
  public LockView inspect() {
    return Inspection.now(client, resource);
  }

  // ---- acquiring ---------------------------------------------------------------------------

  @Override
  public Permits acquire() throws InterruptedException {
    return acquire(1);
  }

  @Override
  public Permits acquire(int permits) throws InterruptedException {
    return acquire(permits, client.options().defaultWait());
  }

  @Override
  public Permits acquire(int permits, Duration wait) throws InterruptedException {
    Ask ask = ask(checked(permits), Waits.checkedNanos(wait));
    Optional<Permits> acquired = permits(new Acquisition(client, resource, ask).await(true));
    if (acquired.isEmpty()) {
      LockView view = Inspection.shortly(client, resource).orElse(null);
      throw NotAcquired.failure(client, resource, ask, view);
    }
    return acquired.get();
  }

  @Override
  public Optional<Permits> tryAcquire() {
    return tryAcquire(1);
  }

  @Override
  public Optional<Permits> tryAcquire(int permits) {
    return now(checked(permits));
  }

  @Override
  public Optional<Permits> drainPermits() {
    return now(Request.WHAT_IS_FREE);
  }

  private Optional<Permits> now(int units) {
    try {
      return permits(new Acquisition(client, resource, ask(units, NO_WAIT)).await(false));
    } catch (InterruptedException impossible) {
      throw new IllegalStateException("An uninterruptible attempt was interrupted", impossible);
    }
  }

  @Override
  public Optional<Permits> tryAcquire(int permits, Duration wait) throws InterruptedException {
    Ask ask = ask(checked(permits), Waits.checkedNanos(wait));
    return permits(new Acquisition(client, resource, ask).await(true));
  }

  private Optional<Permits> permits(Waiter waiter) {
    return waiter.state() == Waiter.State.GIVEN
        ? Optional.of(new PermitsHandle(client, waiter.lease()))
        : Optional.empty();
  }

  @Override
  public CompletableFuture<Permits> acquireAsync() {
    return acquireAsync(1);
  }

  @Override
  public CompletableFuture<Permits> acquireAsync(int permits) {
    return acquireAsync(permits, client.options().defaultWait());
  }

  @Override
  public CompletableFuture<Permits> acquireAsync(int permits, Duration wait) {
    Ask ask = ask(checked(permits), Waits.checkedNanos(wait));
    return new AsyncAcquisition<Permits>(
            client, resource, ask, lease -> new PermitsHandle(client, lease))
        .start();
  }

  private static int checked(int permits) {
    if (permits < 1) {
      throw new IllegalArgumentException("At least one permit must be asked for, not " + permits);
    }
    return permits;
  }

  private Ask ask(int units, long waitNanos) {
    Thread thread = Thread.currentThread();
    return new Ask(
        units,
        waitNanos > NO_WAIT,
        waitNanos >= Waits.MAX.toNanos(),
        client.context().time().nanos() + waitNanos,
        options.fair(),
        options.leaseTime(),
        null,
        thread.getId(),
        thread.getName(),
        options.note());
  }

  @Override
  public String toString() {
    return "DistributedSemaphore[" + name() + " in " + client.store() + "]";
  }
}
