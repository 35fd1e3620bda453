package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LatchKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code await-latch-4.lua}. */
public final class AwaitLatch {

  private static final Script SCRIPT = Script.AWAIT_LATCH;

  private AwaitLatch() {}

  /** Tells the count of a latch, and remembers whom to tell of the end of its round. */
  public static CompletionStage<LatchReply> call(
      ScriptRunner runner, LatchKeys keys, Caller caller, String request) {
    return runner
        .run(SCRIPT, keys.forRounds(), caller.session(), caller.epoch(), request)
        .thenApply(AwaitLatch::parse);
  }

  static LatchReply parse(String line) {
    return LatchReply.parse(SCRIPT, line);
  }
}
