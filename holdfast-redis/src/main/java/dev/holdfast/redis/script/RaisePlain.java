package dev.holdfast.redis.script;

import java.util.concurrent.CompletionStage;

/** Calls {@code raise-plain-2.lua}. */
public final class RaisePlain {

  private static final Script SCRIPT = Script.RAISE_PLAIN;

  private RaisePlain() {}

  /** What the script answers. */
  public enum Answer {
    /** The lease holds here, and the node has its number. */
    RAISED,
    /** Another value is set. */
    OTHER,
    /** Nobody holds it. */
    NONE
  }

  /** Raises the number where the value is set. */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, String key, String counter, String value, long number) {
    return runner
        .run(SCRIPT, new String[] {key, counter}, value, Long.toString(number))
        .thenApply(RaisePlain::parse);
  }

  static Answer parse(String line) {
    return switch (line) {
      case "raised" -> Answer.RAISED;
      case "other" -> Answer.OTHER;
      case "none" -> Answer.NONE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
