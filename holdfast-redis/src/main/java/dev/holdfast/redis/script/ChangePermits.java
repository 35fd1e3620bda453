package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/** Calls {@code change-permits-5.lua}. */
public final class ChangePermits {

  private static final Script SCRIPT = Script.CHANGE_PERMITS;

  private ChangePermits() {}

  /** What to do. */
  public enum Action {
    /** Set a number, if none is set. */
    SET,
    /** Add a number, which may be negative. */
    ADD,
    /** Forget the number. */
    DELETE
  }

  /** What the script answers. */
  public sealed interface Answer {

    /** The change is made; so many permits there are now. */
    record Changed(int permits) implements Answer {}

    /** So many are set already. */
    record AlreadySet(int permits) implements Answer {}

    /** So many are set; with the change there would be too few or too many. */
    record OutOfRange(int permits) implements Answer {}

    /** An answer that is one word. */
    enum Plain implements Answer {
      /** No permits are set. */
      NOT_SET,
      /** The change is made, and there is more to hand on; the call is to be repeated. */
      MORE,
      /** The session has ended. */
      GONE,
      /** A newer connection has taken over. */
      STALE
    }
  }

  /** Changes the permits of a semaphore. */
  public static CompletionStage<Answer> call(
      ScriptRunner runner,
      LockKeys keys,
      Caller caller,
      String change,
      Action action,
      int permits) {
    return runner
        .run(
            SCRIPT,
            keys.forRequests(),
            caller.session(),
            caller.epoch(),
            change,
            action.name().toLowerCase(Locale.ROOT),
            Integer.toString(permits))
        .thenApply(ChangePermits::parse);
  }

  static Answer parse(String line) {
    int space = line.indexOf(' ');
    if (space > 0) {
      int permits = Words.units(SCRIPT, line, line.substring(space + 1));
      return switch (line.substring(0, space)) {
        case "changed" -> new Answer.Changed(permits);
        case "already-set" -> new Answer.AlreadySet(permits);
        case "out-of-range" -> new Answer.OutOfRange(permits);
        default -> throw Words.unknown(SCRIPT, line);
      };
    }
    return switch (line) {
      case "not-set" -> Answer.Plain.NOT_SET;
      case "more" -> Answer.Plain.MORE;
      case "gone" -> Answer.Plain.GONE;
      case "stale" -> Answer.Plain.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
