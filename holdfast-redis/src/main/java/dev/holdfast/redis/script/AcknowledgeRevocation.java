package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.ShardKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code acknowledge-revocation-1.lua}. */
public final class AcknowledgeRevocation {

  private static final Script SCRIPT = Script.ACKNOWLEDGE_REVOCATION;

  private AcknowledgeRevocation() {}

  /** What the script answers. */
  public enum Answer {
    /** No note about the request is left. */
    ACKNOWLEDGED,
    /** The session has ended. */
    GONE,
    /** A newer connection has taken over. */
    STALE
  }

  /** Forgets the note about a request. */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, ShardKeys keys, Caller caller, String request) {
    return runner
        .run(SCRIPT, keys.forSession(), caller.session(), caller.epoch(), request)
        .thenApply(AcknowledgeRevocation::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "acknowledged" -> Answer.ACKNOWLEDGED;
      case "gone" -> Answer.GONE;
      case "stale" -> Answer.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
