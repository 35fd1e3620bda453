package dev.holdfast.redis.script;

import java.util.concurrent.CompletionStage;

/** Calls {@code extend-plain-2.lua}. */
public final class ExtendPlain {

  private static final Script SCRIPT = Script.EXTEND_PLAIN;

  private ExtendPlain() {}

  /** What the script answers. */
  public enum Answer {
    /** The lease goes on. */
    EXTENDED,
    /** The node had lost it, and has it again. */
    TAKEN,
    /** Somebody else holds the lock there. */
    OTHER
  }

  /** Extends a lease. */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, String key, String counter, String value, long millis, long number) {
    return runner
        .run(
            SCRIPT,
            new String[] {key, counter},
            value,
            Long.toString(millis),
            Long.toString(number))
        .thenApply(ExtendPlain::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "extended" -> Answer.EXTENDED;
      case "taken" -> Answer.TAKEN;
      case "other" -> Answer.OTHER;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
