package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LockKeys;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Calls {@code read-permits-4.lua}. */
public final class ReadPermits {

  private static final Script SCRIPT = Script.READ_PERMITS;

  private ReadPermits() {}

  /**
   * What the script answers, if permits are set.
   *
   * @param permits how many there are
   * @param free how many of them nobody holds; negative after a reduction
   */
  public record Answer(int permits, int free) {}

  /** Looks at the permits of a semaphore. */
  public static CompletionStage<Optional<Answer>> call(ScriptRunner runner, LockKeys keys) {
    return runner.run(SCRIPT, keys.forHolders()).thenApply(ReadPermits::parse);
  }

  static Optional<Answer> parse(String line) {
    if (line.equals("not-set")) {
      return Optional.empty();
    }
    String[] words = Words.split(SCRIPT, line, 3);
    if (!words[0].equals("permits")) {
      throw Words.unknown(SCRIPT, line);
    }
    return Optional.of(
        new Answer(Words.units(SCRIPT, line, words[1]), Words.units(SCRIPT, line, words[2])));
  }
}
