package dev.holdfast.memory;

import dev.holdfast.LockView;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A look into an in-process store past its clients, for tests: what is left in it, and faults that
 * no client could cause. Keeps the space alive until it is closed. Thread-safe.
 */
public final class MemorySpaceView implements AutoCloseable {

  private final MemorySpace space;
  private final AtomicBoolean closed = new AtomicBoolean();

  private MemorySpaceView(MemorySpace space) {
    this.space = space;
  }

  /**
   * Opens a view.
   *
   * @param name the name in {@code memory://name}; empty for {@code memory:}
   * @param time the clock of the space, if nobody uses it yet
   * @return the view, to be closed
   */
  public static MemorySpaceView open(String name, TimeSource time) {
    return new MemorySpaceView(MemorySpaces.enter(name, time));
  }

  /**
   * Lists the sessions.
   *
   * @return the ids of those that live
   */
  public List<String> sessions() {
    return space.command(turn -> turn.model().sessions(turn.now()));
  }

  /**
   * Lists what has a holder or a queue, and the latches whose count is not zero.
   *
   * @return the resources of which anything is kept
   */
  public List<ResourceId> resources() {
    return space.command(
        turn -> {
          List<ResourceId> all = new ArrayList<>(turn.model().locks(turn.now()));
          all.addAll(turn.model().openLatches());
          return all;
        });
  }

  /**
   * Shows a resource as the store sees it at this moment.
   *
   * @param resource the resource
   * @return who holds it and who waits
   */
  public LockView inspect(ResourceId resource) {
    return space.command(turn -> turn.model().inspect(turn.now(), resource));
  }

  /**
   * Counts the sessions that are to be told when the round of a latch has ended.
   *
   * @param latch the latch
   * @return how many
   */
  public int awaiting(ResourceId latch) {
    return space.command(turn -> turn.model().awaiting(turn.now(), latch));
  }

  /**
   * Ends a session as if its time to live had passed. Its client hears of it at its next call.
   *
   * @param sessionId the session's id in the store
   */
  public void endSession(String sessionId) {
    space.command(
        turn -> {
          turn.model().close(turn.now(), sessionId);
          return sessionId;
        });
  }

  /**
   * Forgets a resource, its holder and its queue, without a word to anyone.
   *
   * @param resource the resource
   */
  public void forget(ResourceId resource) {
    space.command(
        turn -> {
          turn.model().forget(resource);
          return resource;
        });
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      MemorySpaces.leave(space);
    }
  }
}
