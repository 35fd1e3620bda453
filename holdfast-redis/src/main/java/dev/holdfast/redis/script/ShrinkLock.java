package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code shrink-lock-5.lua}. */
public final class ShrinkLock {

  private static final Script SCRIPT = Script.SHRINK_LOCK;

  private ShrinkLock() {}

  /** What the script answers. */
  public enum Answer {
    /** It holds no more than it is to keep. */
    SHRUNK,
    /** It does not hold. */
    NOT_HOLDING,
    /** It is shrunk, and there is more to hand on; the call is to be repeated. */
    MORE,
    /** The session has ended. */
    GONE,
    /** A newer connection has taken over. */
    STALE
  }

  /** Lets a request keep fewer units. */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, LockKeys keys, Caller caller, String request, int kept) {
    return runner
        .run(
            SCRIPT,
            keys.forRequests(),
            caller.session(),
            caller.epoch(),
            request,
            Integer.toString(kept))
        .thenApply(ShrinkLock::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "shrunk" -> Answer.SHRUNK;
      case "not-holding" -> Answer.NOT_HOLDING;
      case "more" -> Answer.MORE;
      case "gone" -> Answer.GONE;
      case "stale" -> Answer.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
