package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LatchKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code count-latch-down-4.lua}. */
public final class CountLatchDown {

  private static final Script SCRIPT = Script.COUNT_LATCH_DOWN;

  private CountLatchDown() {}

  /** Counts down once in a round. */
  public static CompletionStage<LatchReply> call(
      ScriptRunner runner, LatchKeys keys, Caller caller, String request, long round) {
    return runner
        .run(
            SCRIPT,
            keys.forRounds(),
            caller.session(),
            caller.epoch(),
            request,
            Long.toString(round))
        .thenApply(CountLatchDown::parse);
  }

  static LatchReply parse(String line) {
    return LatchReply.parse(SCRIPT, line);
  }
}
