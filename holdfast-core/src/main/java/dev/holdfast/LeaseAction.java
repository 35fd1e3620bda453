package dev.holdfast;

/**
 * A piece of work under a lease.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LeaseAction<X extends Exception> {

  /**
   * Does the work.
   *
   * @param lease the lease that protects it
   * @throws X if the work fails
   */
  void run(Lease lease) throws X;
}
