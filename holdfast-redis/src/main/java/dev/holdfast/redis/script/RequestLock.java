package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Calls {@code request-lock-4.lua}. */
public final class RequestLock {

  private static final Script SCRIPT = Script.REQUEST_LOCK;

  private RequestLock() {}

  /** How long a request is willing to stay. */
  public enum Patience {
    /** It is granted at once or refused. */
    ONCE("once"),
    /** It may be queued. */
    WAIT("wait"),
    /** It may be queued, and is never passed over. */
    FAIR("fair");

    private final String word;

    Patience(String word) {
      this.word = word;
    }
  }

  /** What the script answers. */
  public sealed interface Answer {

    /** It holds the lock. */
    record Granted(long sequence, boolean othersWait) implements Answer {}

    /** It waits. */
    record Queued(int place, Duration holderRemaining) implements Answer {}

    /** An answer that is one word. */
    enum Plain implements Answer {
      /** It may not wait, and left no trace. */
      REFUSED,
      /** Dead waiters were dropped; the call is to be repeated. */
      MORE,
      /** No sequence is left. */
      EXHAUSTED,
      /** The session has ended. */
      GONE,
      /** A newer connection has taken over. */
      STALE
    }
  }

  /**
   * Asks for a lock, or asks again.
   *
   * @param leaseMillis the bound of the lease if it is granted at once; 0 for none
   * @param about for people
   */
  public static CompletionStage<Answer> call(
      ScriptRunner runner,
      LockKeys keys,
      Caller caller,
      String request,
      long leaseMillis,
      Patience patience,
      String about) {
    return runner
        .run(
            SCRIPT,
            keys.forRequests(),
            caller.session(),
            caller.epoch(),
            request,
            Long.toString(leaseMillis),
            patience.word,
            about)
        .thenApply(RequestLock::parse);
  }

  static Answer parse(String line) {
    if (line.startsWith("granted ")) {
      String[] words = Words.split(SCRIPT, line, 3);
      return new Answer.Granted(
          Words.number(SCRIPT, line, words[1]),
          switch (words[2]) {
            case "alone" -> false;
            case "others" -> true;
            default -> throw Words.unknown(SCRIPT, line);
          });
    }
    if (line.startsWith("queued ")) {
      String[] words = Words.split(SCRIPT, line, 3);
      return new Answer.Queued(
          (int) Math.min(Words.number(SCRIPT, line, words[1]), Integer.MAX_VALUE),
          Duration.ofMillis(Words.number(SCRIPT, line, words[2])));
    }
    return switch (line) {
      case "refused" -> Answer.Plain.REFUSED;
      case "more" -> Answer.Plain.MORE;
      case "exhausted" -> Answer.Plain.EXHAUSTED;
      case "gone" -> Answer.Plain.GONE;
      case "stale" -> Answer.Plain.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
