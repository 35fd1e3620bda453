package dev.holdfast.redis.script;

import java.util.concurrent.CompletionStage;

/** Calls {@code free-plain-1.lua}. */
public final class FreePlain {

  private static final Script SCRIPT = Script.FREE_PLAIN;

  private FreePlain() {}

  /** What the script answers. */
  public enum Answer {
    /** It was held with the value. */
    FREED,
    /** Another value is set. */
    OTHER,
    /** Nobody holds it. */
    NONE
  }

  /** Frees a lock if the value holds it. */
  public static CompletionStage<Answer> call(ScriptRunner runner, String key, String value) {
    return runner.run(SCRIPT, new String[] {key}, value).thenApply(FreePlain::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "freed" -> Answer.FREED;
      case "other" -> Answer.OTHER;
      case "none" -> Answer.NONE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
