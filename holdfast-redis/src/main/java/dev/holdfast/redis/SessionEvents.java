package dev.holdfast.redis;

import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.SessionListener.Known;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Tells a session's listener what happens, one thing at a time, until the session has ended. */
final class SessionEvents {

  private static final Logger LOGGER = System.getLogger(SessionEvents.class.getName());

  private final SessionListener listener;
  private final ShardKeys keys;
  private final Serial serial = new Serial();

  // Set once, by close() or by a task; read by tasks only, each time before they tell anything.
  private volatile boolean silent;

  SessionEvents(SessionListener listener, ShardKeys keys) {
    this.listener = listener;
    this.keys = keys;
  }

  /** Nothing is told any more. */
  void silence() {
    silent = true;
  }

  private void tell(Runnable event) {
    serial.run(
        () -> {
          if (!silent) {
            event.run();
          }
        });
  }

  void detached() {
    tell(listener::onDetached);
  }

  /**
   * Makes the move to being attached and tells of it, as one: whatever follows from the move, a
   * disconnection above all, is told after it.
   *
   * @param move makes the move; false if the session has moved on meanwhile, and nothing is told
   * @param otherwise what to do then
   */
  void attached(
      BooleanSupplier move,
      Runnable otherwise,
      long sentNanos,
      boolean processChanged,
      Set<RequestId> missing) {
    serial.run(
        () -> {
          if (!move.getAsBoolean()) {
            otherwise.run();
          } else if (!silent) {
            listener.onAttached(sentNanos, processChanged, missing);
          }
        });
  }

  void missing(Set<RequestId> requests) {
    tell(() -> listener.onMissing(requests));
  }

  void gone() {
    tell(
        () -> {
          silent = true;
          listener.onGone();
        });
  }

  /** Asks what the client holds and waits for; nothing, if it is not to be called any more. */
  CompletableFuture<List<Known>> known() {
    CompletableFuture<List<Known>> known = new CompletableFuture<>();
    serial.run(
        () -> {
          try {
            known.complete(silent ? List.of() : List.copyOf(listener.known()));
          } catch (RuntimeException | Error failure) {
            known.completeExceptionally(failure);
          }
        });
    return known;
  }

  /**
   * Takes a message of a script apart: {@code grant REQUEST SEQUENCE alone|others RECORD} or {@code
   * wait REQUEST}.
   *
   * @return the sequence of a grant
   */
  Optional<Long> message(String text) {
    String[] words = text.split(" ", 5);
    if (words[0].equals("wait") && words.length == 2) {
      tell(() -> listener.onOthersWait(new RequestId(words[1])));
      return Optional.empty();
    }
    Optional<ResourceId> resource =
        words[0].equals("grant") && words.length == 5
            ? keys.resourceOf(words[4])
            : Optional.empty();
    if (resource.isEmpty() || !words[2].matches("\\d{16}")) {
      LOGGER.log(Level.WARNING, "Unknown message to a session: {0}", text);
      return Optional.empty();
    }
    long sequence = Long.parseLong(words[2]);
    Grant grant = new Grant(sequence, !words[3].equals("alone"));
    tell(() -> listener.onGrant(new RequestId(words[1]), resource.get(), grant));
    return Optional.of(sequence);
  }
}
