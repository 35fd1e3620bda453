package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Calls {@code rebase-lock-4.lua}. */
public final class RebaseLock {

  private static final Script SCRIPT = Script.REBASE_LOCK;

  private RebaseLock() {}

  /** What the script answers. */
  public sealed interface Answer {

    /** It holds some units, under the caller's session now. */
    record Shared(int units) implements Answer {}

    /** An answer that is one word. */
    enum Plain implements Answer {
      /** It holds all units, under the caller's session now. */
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
            keys.forRebase(),
            caller.session(),
            caller.epoch(),
            request,
            " " + String.join(" ", former) + " ")
        .thenApply(RebaseLock::parse);
  }

  static Answer parse(String line) {
    if (line.startsWith("shared ")) {
      String[] words = Words.split(SCRIPT, line, 2);
      return new Answer.Shared(Words.units(SCRIPT, line, words[1]));
    }
    return switch (line) {
      case "held" -> Answer.Plain.HELD;
      case "queued" -> Answer.Plain.QUEUED;
      case "missing" -> Answer.Plain.MISSING;
      case "gone" -> Answer.Plain.GONE;
      case "stale" -> Answer.Plain.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
