package dev.holdfast;

/**
 * A piece of work under a lease, with a result.
 *
 * @param <T> the result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LeaseFunction<T, X extends Exception> {

  /**
   * Does the work.
   *
   * @param lease the lease that protects it
   * @return the result
   * @throws X if the work fails
   */
  T call(Lease lease) throws X;
}
