package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code release-lock-5.lua}. */
public final class ReleaseLock {

  private static final Script SCRIPT = Script.RELEASE_LOCK;

  private ReleaseLock() {}

  /** What the script answers. */
  public sealed interface Answer {

    /**
     * The request holds and waits no more.
     *
     * @param found whether it did before
     * @param after what became of the lock
     */
    record Done(boolean found, After after) implements Answer {}

    /** An answer that is one word. */
    enum Plain implements Answer {
      /** The session has ended. */
      GONE,
      /** A newer connection has taken over. */
      STALE
    }
  }

  /** What became of the lock. */
  public enum After {
    /** Nobody holds it. */
    FREE,
    /** Another request holds it. */
    HELD,
    /** There is more to clear away or to hand on; the call is to be repeated. */
    MORE
  }

  /** Takes a request back. */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, LockKeys keys, Caller caller, String request) {
    return runner
        .run(SCRIPT, keys.forRequests(), caller.session(), caller.epoch(), request)
        .thenApply(ReleaseLock::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "released free" -> new Answer.Done(true, After.FREE);
      case "released held" -> new Answer.Done(true, After.HELD);
      case "released more" -> new Answer.Done(true, After.MORE);
      case "not-holding free" -> new Answer.Done(false, After.FREE);
      case "not-holding held" -> new Answer.Done(false, After.HELD);
      case "not-holding more" -> new Answer.Done(false, After.MORE);
      case "gone" -> Answer.Plain.GONE;
      case "stale" -> Answer.Plain.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
