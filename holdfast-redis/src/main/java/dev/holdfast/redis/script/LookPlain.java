package dev.holdfast.redis.script;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Calls {@code look-plain-2.lua}. */
public final class LookPlain {

  private static final Script SCRIPT = Script.LOOK_PLAIN;

  private LookPlain() {}

  /**
   * Who holds a lock on a node.
   *
   * @param millisLeft how long it lasts; negative for no end
   * @param number the last number that was given for it there; 0 for none
   * @param value the holder's value
   */
  public record Holder(long millisLeft, long number, String value) {}

  /** Looks at a lock. */
  public static CompletionStage<Optional<Holder>> call(
      ScriptRunner runner, String key, String counter) {
    return runner.run(SCRIPT, new String[] {key, counter}).thenApply(LookPlain::parse);
  }

  static Optional<Holder> parse(String line) {
    if (line.equals("free")) {
      return Optional.empty();
    }
    String[] words = Words.split(SCRIPT, line, 4);
    if (!words[0].equals("held")) {
      throw Words.unknown(SCRIPT, line);
    }
    long left = Words.number(SCRIPT, line, words[1]);
    return Optional.of(new Holder(left, Words.number(SCRIPT, line, words[2]), words[3]));
  }
}
