package dev.holdfast.micrometer;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Waits for locks so that the wait shows in traces: as an observation {@code holdfast.lock.wait},
 * with {@code store} and {@code outcome} ({@code acquired}, {@code busy}, {@code error}) as tags,
 * and {@code holdfast.lock.name} and {@code holdfast.fencing.token} for the span alone.
 *
 * <p>Its name is not that of a meter of {@link LockMetrics}, so both can be used together. Renewals
 * are not observed: they belong to no caller.
 */
public final class LockObservations {

  private final ObservationRegistry registry;
  private final String store;
  private final LockWaitConvention convention;

  /**
   * Observes with the default names.
   *
   * @param registry told of every wait
   * @param store what to call the store
   */
  public LockObservations(ObservationRegistry registry, String store) {
    this(registry, store, LockWaitConvention.DEFAULT);
  }

  /**
   * Observes with other names.
   *
   * @param registry told of every wait
   * @param store what to call the store
   * @param convention the names and key values; a global one of the registry wins
   */
  public LockObservations(
      ObservationRegistry registry, String store, LockWaitConvention convention) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.store = Objects.requireNonNull(store, "store");
    this.convention = Objects.requireNonNull(convention, "convention");
  }

  /**
   * Waits for a lease as {@link DistributedLock#tryAcquire} does.
   *
   * @param lock the lock
   * @param wait the longest wait, not negative
   * @return the lease; empty if somebody else held the lock all the time
   * @throws InterruptedException if the thread was interrupted
   */
  public Optional<Lease> tryAcquire(DistributedLock lock, Duration wait)
      throws InterruptedException {
    LockWaitContext context = new LockWaitContext(lock.name(), store);
    Observation observation = Observation.start(null, convention, () -> context, registry);
    try (Observation.Scope scope = observation.openScope()) {
      Optional<Lease> lease = lock.tryAcquire(wait);
      lease.ifPresentOrElse(
          it -> context.acquired(it.members().size() == 1 ? it.fencingToken() : 0), context::busy);
      return lease;
    } catch (InterruptedException | RuntimeException | Error failure) {
      observation.error(failure);
      throw failure;
    } finally {
      observation.stop();
    }
  }
}
