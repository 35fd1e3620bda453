package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LatchKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code read-latch-2.lua}. */
public final class ReadLatch {

  private static final Script SCRIPT = Script.READ_LATCH;

  private ReadLatch() {}

  /** Tells how often a latch is still to be counted down. */
  public static CompletionStage<Long> call(ScriptRunner runner, LatchKeys keys) {
    return runner.run(SCRIPT, keys.forReading()).thenApply(ReadLatch::parse);
  }

  static long parse(String line) {
    if (LatchReply.parse(SCRIPT, line) instanceof LatchReply.Applied told) {
      return told.state().count();
    }
    throw Words.unknown(SCRIPT, line);
  }
}
