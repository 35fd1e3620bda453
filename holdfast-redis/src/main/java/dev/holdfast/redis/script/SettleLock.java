package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code settle-lock-4.lua}. */
public final class SettleLock {

  private static final Script SCRIPT = Script.SETTLE_LOCK;

  private SettleLock() {}

  /** What the script answers. */
  public enum Answer {
    /** The lease is bounded. */
    SETTLED,
    /** The request does not hold the lock. */
    NOT_HOLDING,
    /** The session has ended. */
    GONE,
    /** A newer connection has taken over. */
    STALE
  }

  /** Bounds the lease of a request from now. */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, LockKeys keys, Caller caller, String request, long leaseMillis) {
    return runner
        .run(
            SCRIPT,
            keys.forHolders(),
            caller.session(),
            caller.epoch(),
            request,
            Long.toString(leaseMillis))
        .thenApply(SettleLock::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "settled" -> Answer.SETTLED;
      case "not-holding" -> Answer.NOT_HOLDING;
      case "gone" -> Answer.GONE;
      case "stale" -> Answer.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
