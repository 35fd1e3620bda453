package dev.holdfast.engine.latch;

import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.ResourceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The latches of one client: those that are awaited here, and what is being asked of any. A latch
 * that is not in use costs nothing. Thread-safe.
 */
public final class Latches {

  private final LatchHome home;
  private final ConcurrentHashMap<ResourceId, LatchWatch> watches = new ConcurrentHashMap<>();
  private final Set<LatchCommand> commands = ConcurrentHashMap.newKeySet();

  /** The latches of a client that uses none yet. */
  public Latches(LatchHome home) {
    this.home = home;
  }

  /** Refuses to begin anything when the client is closed. */
  public void checkOpen(ResourceId latch) {
    if (home.closed()) {
      throw Failures.forCaller(
          LatchFailures.closed(latch, home.context().store().address()), latch);
    }
  }

  /** Begins to do something to a latch. */
  public LatchCommand begin(ResourceId latch, LatchDeed deed) {
    LatchCommand command = new LatchCommand(home, latch, deed);
    commands.add(command);
    var unused = command.over().thenRun(() -> commands.remove(command));
    command.start();
    return command;
  }

  /** Begins to await a latch. */
  public void enter(ResourceId latch, LatchAwaiter awaiter) {
    while (true) {
      LatchWatch watch =
          watches.computeIfAbsent(latch, id -> new LatchWatch(home, id, this::retired));
      if (watch.enter(awaiter)) {
        return;
      }
      // It retired in this moment; whoever retired it removes it, but need not have done so yet.
      watches.remove(latch, watch);
    }
  }

  private void retired(LatchWatch watch) {
    watches.remove(watch.latch(), watch);
  }

  /**
   * The wait of an awaiter is over.
   *
   * @return whether it has ended; otherwise the answer to its first asking ends it
   */
  public boolean waitOver(ResourceId latch, LatchAwaiter awaiter) {
    LatchWatch watch = watches.get(latch);
    return watch == null || watch.waitOver(awaiter);
  }

  /** The store did not answer an awaiter within any bound. */
  public void fail(ResourceId latch, LatchAwaiter awaiter) {
    LatchWatch watch = watches.get(latch);
    if (watch != null) {
      watch.fail(awaiter);
    }
  }

  /** An awaiter has given up. */
  public void withdraw(ResourceId latch, LatchAwaiter awaiter) {
    LatchWatch watch = watches.get(latch);
    if (watch != null) {
      watch.withdraw(awaiter);
    }
  }

  /**
   * The client closes: nobody awaits anything here any more.
   *
   * @return what is still on its way; each completes when the store has answered
   */
  public List<CompletableFuture<Boolean>> close() {
    List<CompletableFuture<Boolean>> open = new ArrayList<>();
    for (LatchWatch watch : watches.values()) {
      open.add(watch.over());
      watch.close();
    }
    commands.forEach(command -> open.add(command.over()));
    return open;
  }
}
