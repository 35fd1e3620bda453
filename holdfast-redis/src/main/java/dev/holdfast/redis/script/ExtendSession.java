package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.SessionListener.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Calls {@code extend-session-1.lua}, which renews and attaches. */
public final class ExtendSession {

  private static final Script SCRIPT = Script.EXTEND_SESSION;

  private ExtendSession() {}

  /** What the script answers. */
  public sealed interface Answer {

    /**
     * The session lives its full time again.
     *
     * @param serverMillis the server's time, milliseconds since 1970
     * @param missing the places of those that are not held although they were said to be, 0 being
     *     the first
     * @param notes what operators have taken away from it
     */
    record Extended(long serverMillis, List<Integer> missing, List<String> notes)
        implements Answer {}

    /** An answer that is one word. */
    enum Plain implements Answer {
      /** The session has ended. */
      GONE,
      /** A newer connection has taken over. */
      STALE
    }
  }

  /** Extends a session, and takes it over for the caller's connection. */
  public static CompletionStage<Answer> call(ScriptRunner runner, ShardKeys keys, Caller caller) {
    return call(runner, keys, caller, List.of());
  }

  /**
   * Extends a session, takes it over for the caller's connection, and looks after some requests.
   *
   * @param held what is held as far as the client knows
   */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, ShardKeys keys, Caller caller, List<Known> held) {
    List<String> arguments = new ArrayList<>(List.of(caller.session(), caller.epoch()));
    held.forEach(known -> arguments.add(known.id().value()));
    return runner
        .run(
            SCRIPT,
            keys.forSession(held.stream().map(Known::resource).toList()),
            arguments.toArray(String[]::new))
        .thenApply(ExtendSession::parse);
  }

  static Answer parse(String line) {
    if (line.startsWith("extended ")) {
      List<String> lines = List.of(line.split("\n", -1));
      List<Long> numbers =
          Stream.of(lines.get(0).split(" ", -1))
              .skip(1)
              .map(word -> Words.number(SCRIPT, line, word))
              .toList();
      return new Answer.Extended(
          numbers.get(0),
          numbers.stream().skip(1).map(place -> place.intValue() - 1).toList(),
          lines.subList(1, lines.size()));
    }
    return switch (line) {
      case "gone" -> Answer.Plain.GONE;
      case "stale" -> Answer.Plain.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
