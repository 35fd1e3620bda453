package dev.holdfast.spi;

/**
 * A change of the permits that a semaphore has. They stay until they are deleted, whoever set them.
 *
 * @param id the change's own id, like a request's: a change that is sent twice is made once, as
 *     long as not more than {@link #REMEMBERED} others of the semaphore, and no deletion, come in
 *     between; a deletion is made again each time
 * @param semaphore the semaphore
 * @param action what to do
 * @param permits the number to do it with; 0 for {@link Action#DELETE}
 */
public record PermitsChange(RequestId id, ResourceId semaphore, Action action, int permits) {

  /** How many changes of a semaphore a store knows again. */
  public static final int REMEMBERED = 100;

  /** What to do. */
  public enum Action {
    /** Set the number, 0 or more, if none is set. */
    SET,
    /** Add to the number, or take away if it is negative. */
    ADD,
    /** Forget the number. Who holds permits keeps them; who waits is refused. */
    DELETE
  }

  /**
   * Refuses what is not a semaphore or not a number of permits.
   *
   * @param id the change's own id
   * @param semaphore the semaphore
   * @param action what to do
   * @param permits the number to do it with
   * @throws IllegalArgumentException if the resource has another kind, or permits is negative where
   *     it must not be
   */
  public PermitsChange {
    if (semaphore.kind() != ResourceKind.SEMAPHORE) {
      throw new IllegalArgumentException("Not a semaphore: " + semaphore);
    }
    if (permits < 0 && action != Action.ADD) {
      throw new IllegalArgumentException("Not a number of permits: " + permits);
    }
  }
}
