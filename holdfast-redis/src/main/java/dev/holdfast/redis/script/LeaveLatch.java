package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LatchKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code leave-latch-2.lua}. */
public final class LeaveLatch {

  private static final Script SCRIPT = Script.LEAVE_LATCH;

  private LeaveLatch() {}

  /** What the script answers. */
  public enum Answer {
    /** It was to be told, and is no more. */
    LEFT,
    /** It was not to be told. */
    ABSENT,
    /** The session has ended. */
    GONE,
    /** A newer connection has taken over. */
    STALE
  }

  /** Takes an await back. */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, LatchKeys keys, Caller caller, String request) {
    return runner
        .run(SCRIPT, keys.forLeaving(), caller.session(), caller.epoch(), request)
        .thenApply(LeaveLatch::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "left" -> Answer.LEFT;
      case "absent" -> Answer.ABSENT;
      case "gone" -> Answer.GONE;
      case "stale" -> Answer.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
