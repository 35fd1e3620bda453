package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.ShardKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code revoke-lease-1.lua}. */
public final class RevokeLease {

  private static final Script SCRIPT = Script.REVOKE_LEASE;

  private RevokeLease() {}

  /** What the script answers. */
  public enum Answer {
    /** The holder's client is told, until it acknowledges. */
    NOTED,
    /** The same was noted before; the client is told once more. */
    PENDING,
    /** More is noted for this client than is kept. */
    FULL,
    /** The session has ended. */
    GONE
  }

  /**
   * Notes a revocation with the session of the holder.
   *
   * @param session the holder's session
   * @param note what its client is told
   */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, ShardKeys keys, String session, String note) {
    return runner.run(SCRIPT, keys.forSession(), session, note).thenApply(RevokeLease::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "noted" -> Answer.NOTED;
      case "pending" -> Answer.PENDING;
      case "full" -> Answer.FULL;
      case "gone" -> Answer.GONE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
