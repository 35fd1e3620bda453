package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.ShardKeys;
import java.util.concurrent.CompletionStage;

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
     */
    record Extended(long serverMillis) implements Answer {}

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
    return runner
        .run(SCRIPT, keys.forSession(), caller.session(), caller.epoch())
        .thenApply(ExtendSession::parse);
  }

  static Answer parse(String line) {
    if (line.startsWith("extended ")) {
      String[] words = Words.split(SCRIPT, line, 2);
      return new Answer.Extended(Words.number(SCRIPT, line, words[1]));
    }
    return switch (line) {
      case "gone" -> Answer.Plain.GONE;
      case "stale" -> Answer.Plain.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
