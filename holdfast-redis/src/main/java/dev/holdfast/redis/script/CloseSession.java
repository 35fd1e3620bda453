package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.ShardKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code close-session-2.lua}. */
public final class CloseSession {

  private static final Script SCRIPT = Script.CLOSE_SESSION;

  private CloseSession() {}

  /** What the script answers. */
  public enum Answer {
    /** It was open. */
    CLOSED,
    /** It had ended before. */
    GONE,
    /** A newer connection has taken over. */
    STALE
  }

  /** Ends a session. */
  public static CompletionStage<Answer> call(ScriptRunner runner, ShardKeys keys, Caller caller) {
    return call(runner, keys, caller, "");
  }

  /**
   * Ends a session of which another one of the same client takes the place.
   *
   * @param heir the other one
   */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, ShardKeys keys, Caller caller, String heir) {
    return runner
        .run(SCRIPT, keys.forClosing(), caller.session(), caller.epoch(), heir)
        .thenApply(CloseSession::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "closed" -> Answer.CLOSED;
      case "gone" -> Answer.GONE;
      case "stale" -> Answer.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
