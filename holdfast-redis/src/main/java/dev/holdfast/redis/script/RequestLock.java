package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Calls {@code request-lock-5.lua}. */
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

  /** How many units are asked for. */
  public static final class Units {

    /** All of a lock. */
    public static final Units ALL = new Units("all");

    /** Whatever is free of a semaphore. */
    public static final Units FREE = new Units("free");

    private final String word;

    private Units(String word) {
      this.word = word;
    }

    /** A number of them, 1 or more. */
    public static Units of(int number) {
      return new Units(Integer.toString(number));
    }
  }

  /** What the script answers. */
  public sealed interface Answer {

    /** It holds all units. */
    record Granted(long sequence, boolean othersWait) implements Answer {}

    /** It holds some units. */
    record Shared(long sequence, boolean othersWait, int units) implements Answer {}

    /** There are not so many permits. */
    record TooLarge(int permits) implements Answer {}

    /** It waits. */
    record Queued(int place, Duration holderRemaining) implements Answer {}

    /** An answer that is one word. */
    enum Plain implements Answer {
      /** It may not wait, and left no trace. */
      REFUSED,
      /** No permits are set. */
      NOT_SET,
      /** There is more to clear away or to hand on; the call is to be repeated. */
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
   * Asks for units, or asks again.
   *
   * @param units how many; all only of a lock
   * @param leaseMillis the bound of the lease if it is granted at once; 0 for none
   * @param about for people
   */
  public static CompletionStage<Answer> call(
      ScriptRunner runner,
      LockKeys keys,
      Caller caller,
      String request,
      Units units,
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
            about,
            units.word)
        .thenApply(RequestLock::parse);
  }

  static Answer parse(String line) {
    if (line.startsWith("granted ")) {
      String[] words = Words.split(SCRIPT, line, 3);
      return new Answer.Granted(
          Words.number(SCRIPT, line, words[1]), Words.others(SCRIPT, line, words[2]));
    }
    if (line.startsWith("shared ")) {
      String[] words = Words.split(SCRIPT, line, 4);
      return new Answer.Shared(
          Words.number(SCRIPT, line, words[1]),
          Words.others(SCRIPT, line, words[2]),
          Words.units(SCRIPT, line, words[3]));
    }
    if (line.startsWith("too-large ")) {
      String[] words = Words.split(SCRIPT, line, 2);
      return new Answer.TooLarge(Words.units(SCRIPT, line, words[1]));
    }
    if (line.startsWith("queued ")) {
      String[] words = Words.split(SCRIPT, line, 3);
      return new Answer.Queued(
          (int) Math.min(Words.number(SCRIPT, line, words[1]), Integer.MAX_VALUE),
          Duration.ofMillis(Words.number(SCRIPT, line, words[2])));
    }
    return switch (line) {
      case "refused" -> Answer.Plain.REFUSED;
      case "not-set" -> Answer.Plain.NOT_SET;
      case "more" -> Answer.Plain.MORE;
      case "exhausted" -> Answer.Plain.EXHAUSTED;
      case "gone" -> Answer.Plain.GONE;
      case "stale" -> Answer.Plain.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
