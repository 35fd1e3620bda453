package dev.holdfast.redis;

import dev.holdfast.redis.connection.Serial;
import dev.holdfast.redis.layout.RevocationText;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.SessionListener.Known;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

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

  /** Tells what operators have taken away; what is not of our form is left to its own end. */
  void revoked(List<String> notes) {
    for (String note : notes) {
      Optional<Revocation> revocation = RevocationText.parse(keys, note);
      if (revocation.isPresent()) {
        tell(() -> listener.onRevoked(revocation.get()));
      } else {
        LOGGER.log(Level.WARNING, "Unknown note to a session: {0}", note);
      }
    }
  }

  /** A grant that was pushed is confirmed, and told if that still is so when its turn comes. */
  void granted(BooleanSupplier still, RequestId request, ResourceId resource, Grant grant) {
    tell(
        () -> {
          if (still.getAsBoolean()) {
            listener.onGrant(request, resource, grant);
          }
        });
  }

  /** The store has something to say about a request when it is asked. */
  void askAgain(RequestId request) {
    tell(() -> listener.onRefused(request));
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
   * Takes a message of a script apart: {@code grant REQUEST SEQUENCE alone|others RECORD}, {@code
   * grants COUNT alone|others REQUEST SEQUENCE … RECORD}, {@code wait REQUEST …}, {@code refused
   * REQUEST …}, {@code latch REQUEST ROUND counted|deleted} or {@code revoke REQUEST TOKEN RECORD
   * BY}.
   *
   * @return the highest sequence of the grants, or the number of the round
   */
  Optional<Long> message(String text) {
    String[] words = text.split(" ", 2);
    String rest = words.length == 2 ? words[1] : "";
    return switch (words[0]) {
      case "grant" -> grant(text, rest);
      case "grants" -> grants(text, rest);
      case "wait" -> each(rest, listener::onOthersWait);
      case "refused" -> each(rest, listener::onRefused);
      case "latch" -> latch(text, rest);
      case "revoke" -> revoked(rest);
      default -> unknown(text);
    };
  }

  private Optional<Long> revoked(String note) {
    revoked(List.of(note));
    return Optional.empty();
  }

  private Optional<Long> each(String requests, Consumer<RequestId> event) {
    for (String request : requests.split(" ", -1)) {
      tell(() -> event.accept(new RequestId(request)));
    }
    return Optional.empty();
  }

  private Optional<Long> grant(String text, String rest) {
    String[] words = rest.split(" ", 4);
    return words.length == 4
        ? granted(text, List.of(words[0], words[1]), words[2], words[3])
        : unknown(text);
  }

  private Optional<Long> grants(String text, String rest) {
    String[] words = rest.split(" ", 3);
    if (words.length < 3 || !words[0].matches("\\d{1,4}")) {
      return unknown(text);
    }
    int fields = 2 * Integer.parseInt(words[0]);
    List<String> found = List.of(words[2].split(" ", fields + 1));
    return found.size() > fields
        ? granted(text, found.subList(0, fields), words[1], found.get(fields))
        : unknown(text);
  }

  /** Tells of the grants, each of which is a request and a sequence. */
  private Optional<Long> granted(String text, List<String> grants, String others, String record) {
    Optional<ResourceId> resource = keys.resourceOf(record);
    if (resource.isEmpty() || grants.isEmpty()) {
      return unknown(text);
    }
    long highest = 0;
    for (int i = 0; i < grants.size(); i += 2) {
      if (!grants.get(i + 1).matches("\\d{16}")) {
        return unknown(text);
      }
      RequestId request = new RequestId(grants.get(i));
      long sequence = Long.parseLong(grants.get(i + 1));
      Grant grant = new Grant(sequence, !others.equals("alone"));
      tell(() -> listener.onGrant(request, resource.get(), grant));
      highest = Math.max(highest, sequence);
    }
    return Optional.of(highest);
  }

  private Optional<Long> latch(String text, String rest) {
    String[] words = rest.split(" ", -1);
    Optional<LatchEnd> end = words.length == 3 ? latchEnd(words[2]) : Optional.empty();
    if (end.isEmpty() || !words[1].matches("\\d{16}")) {
      return unknown(text);
    }
    long round = Long.parseLong(words[1]);
    tell(() -> listener.onLatchEnded(new RequestId(words[0]), round, end.get()));
    return Optional.of(round);
  }

  private static Optional<LatchEnd> latchEnd(String word) {
    return switch (word) {
      case "counted" -> Optional.of(LatchEnd.COUNTED_DOWN);
      case "deleted" -> Optional.of(LatchEnd.DELETED);
      default -> Optional.empty();
    };
  }

  private static Optional<Long> unknown(String text) {
    LOGGER.log(Level.WARNING, "Unknown message to a session: {0}", text);
    return Optional.empty();
  }
}
