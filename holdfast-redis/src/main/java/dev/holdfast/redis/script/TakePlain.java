package dev.holdfast.redis.script;

import java.util.concurrent.CompletionStage;

/** Calls {@code take-plain-2.lua}. */
public final class TakePlain {

  private static final Script SCRIPT = Script.TAKE_PLAIN;

  private TakePlain() {}

  /** What the script answers. */
  public sealed interface Answer {

    /**
     * The lock is held with our value.
     *
     * @param number the node's number of the grant
     */
    record Granted(long number) implements Answer {}

    /**
     * Somebody else holds it.
     *
     * @param published whether the holder is of those who publish their releases
     * @param millisLeft how long it lasts; negative for no end
     */
    record Held(boolean published, long millisLeft) implements Answer {}

    /** An answer that is one word. */
    enum Plain implements Answer {
      /** No number is left. */
      EXHAUSTED
    }
  }

  /** Tries to take a lock. */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, String key, String counter, String value, long millis) {
    return runner
        .run(SCRIPT, new String[] {key, counter}, value, Long.toString(millis))
        .thenApply(TakePlain::parse);
  }

  static Answer parse(String line) {
    if (line.equals("exhausted")) {
      return Answer.Plain.EXHAUSTED;
    }
    if (line.startsWith("held ")) {
      String[] words = Words.split(SCRIPT, line, 3);
      boolean published =
          switch (words[1]) {
            case "ours" -> true;
            case "others" -> false;
            default -> throw Words.unknown(SCRIPT, line);
          };
      return new Answer.Held(published, Words.number(SCRIPT, line, words[2]));
    }
    if (!line.startsWith("granted ")) {
      throw Words.unknown(SCRIPT, line);
    }
    return new Answer.Granted(Words.number(SCRIPT, line, line.substring(8)));
  }
}
