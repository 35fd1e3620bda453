package dev.holdfast.engine.queue;

import dev.holdfast.HoldfastException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One caller that waits for a lease: a parked thread, or a future.
 *
 * <pre>
 *   WAITING --lease--> GIVEN | --wait over, refused--> NOT_ACQUIRED | --error--> FAILED
 *      '--interrupted, cancelled--> WITHDRAWN
 * </pre>
 *
 * <p>Every edge is taken once, under the guard of the queue, so giving and withdrawing can't cross.
 * The state is volatile for the parked thread, which reads it without the guard.
 */
public final class Waiter {

  /** How far the wait has come. */
  public enum State {
    /** It waits. */
    WAITING,
    /** It has its lease. */
    GIVEN,
    /** Somebody else held the lock all the time. */
    NOT_ACQUIRED,
    /** The store could not be reached or refused, or the client was closed. */
    FAILED,
    /** The caller has given up. */
    WITHDRAWN
  }

  private final Ask ask;
  private final @Nullable Thread parked;
  private final @Nullable Runnable onDone;

  private volatile State state = State.WAITING;
  // Written once before state leaves WAITING; read after.
  private @Nullable EngineLease lease;
  private @Nullable HoldfastException failure;
  private boolean local;

  // Guarded by the queue: a request of its own, for those who do not share the queue's.
  private @Nullable StoreRequest own;
  // Guarded by the queue: whether the wait is over, and only an answer on its way is awaited.
  private boolean late;

  private Waiter(Ask ask, @Nullable Thread parked, @Nullable Runnable onDone) {
    this.ask = ask;
    this.parked = parked;
    this.onDone = onDone;
  }

  /** A waiter for the calling thread, which is going to park. */
  public static Waiter parking(Ask ask) {
    return new Waiter(ask, Thread.currentThread(), null);
  }

  /**
   * A waiter that calls back.
   *
   * @param onDone called once when the state has left WAITING, unless by withdrawal; without a
   *     guard, on any thread, so it only passes the word on
   */
  public static Waiter calling(Ask ask, Runnable onDone) {
    return new Waiter(ask, null, onDone);
  }

  /** What it asks for. */
  public Ask ask() {
    return ask;
  }

  /** How far it has come. */
  public State state() {
    return state;
  }

  /** The lease; only once GIVEN. */
  public EngineLease lease() {
    EngineLease given = lease;
    if (given == null) {
      throw new IllegalStateException("No lease in state " + state);
    }
    return given;
  }

  /** Whether the lease came from another thread of this JVM. */
  public boolean local() {
    return local;
  }

  /** Why it failed; null unless FAILED. */
  public @Nullable HoldfastException failure() {
    return failure;
  }

  /**
   * Parks the calling thread for a while, unless the wait has ended. Returns early when it ends, at
   * an interrupt, whose flag is left as it is, and at times for no reason.
   */
  public void park(long nanos) {
    if (state == State.WAITING) {
      LockSupport.parkNanos(this, nanos);
    }
  }

  boolean waiting() {
    return state == State.WAITING;
  }

  void give(EngineLease given, boolean fromThisJvm, Effects effects) {
    lease = given;
    local = fromThisJvm;
    end(State.GIVEN, effects);
  }

  void refuse(Effects effects) {
    end(State.NOT_ACQUIRED, effects);
  }

  void fail(HoldfastException cause, Effects effects) {
    failure = cause;
    end(State.FAILED, effects);
  }

  void withdraw() {
    state = State.WITHDRAWN;
  }

  private void end(State ended, Effects effects) {
    state = ended;
    if (parked != null) {
      effects.add(() -> LockSupport.unpark(parked));
    } else if (onDone != null) {
      effects.add(onDone);
    }
  }

  @Nullable StoreRequest own() {
    return own;
  }

  void setOwn(@Nullable StoreRequest request) {
    own = request;
  }

  boolean late() {
    return late;
  }

  void setLate() {
    late = true;
  }
}
