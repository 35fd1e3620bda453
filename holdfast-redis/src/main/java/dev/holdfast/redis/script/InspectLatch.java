package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LatchKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code inspect-latch-3.lua}. */
public final class InspectLatch {

  private static final Script SCRIPT = Script.INSPECT_LATCH;

  private InspectLatch() {}

  /** Tells the count of a latch. */
  public static CompletionStage<LatchReply> call(
      ScriptRunner runner, LatchKeys keys, Caller caller) {
    return runner
        .run(SCRIPT, keys.forInspection(), caller.session(), caller.epoch())
        .thenApply(InspectLatch::parse);
  }

  static LatchReply parse(String line) {
    return LatchReply.parse(SCRIPT, line);
  }
}
