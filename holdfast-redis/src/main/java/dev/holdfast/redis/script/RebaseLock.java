package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Calls {@code rebase-lock-4.lua}. */
public final class RebaseLock {

  private static final Script SCRIPT = Script.REBASE_LOCK;

  private RebaseLock() {}

  /** What the script answers. */
  public enum Answer {
    /** It holds the lock, under the caller's session now. */
    HELD,
    /** It waits, under the caller's session now. */
    QUEUED,
    /** The store has nothing of it. */
    MISSING,
    /** The session has ended. */
    GONE,
    /** A newer connection has taken over. */
    STALE
  }

  /**
   * Moves a request of an earlier session of the client to the caller's.
   *
   * @param former the ids of those sessions
   */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, LockKeys keys, Caller caller, String request, List<String> former) {
    return runner
        .run(
            SCRIPT,
            keys.forRequests(),
            caller.session(),
            caller.epoch(),
            request,
            " " + String.join(" ", former) + " ")
        .thenApply(RebaseLock::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "held" -> Answer.HELD;
      case "queued" -> Answer.QUEUED;
      case "missing" -> Answer.MISSING;
      case "gone" -> Answer.GONE;
      case "stale" -> Answer.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
