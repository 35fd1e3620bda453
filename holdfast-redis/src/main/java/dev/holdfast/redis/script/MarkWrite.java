package dev.holdfast.redis.script;

import java.util.concurrent.CompletionStage;

/** Calls {@code mark-write-1.lua}. */
public final class MarkWrite {

  private static final Script SCRIPT = Script.MARK_WRITE;

  private MarkWrite() {}

  /** What the script answers. */
  public enum Answer {
    /** The sign is written. */
    MARKED
  }

  /** Writes a sign under a key. */
  public static CompletionStage<Answer> call(ScriptRunner runner, String sign) {
    return runner.run(SCRIPT, new String[] {sign}).thenApply(MarkWrite::parse);
  }

  static Answer parse(String line) {
    if (!line.equals("marked")) {
      throw Words.unknown(SCRIPT, line);
    }
    return Answer.MARKED;
  }
}
