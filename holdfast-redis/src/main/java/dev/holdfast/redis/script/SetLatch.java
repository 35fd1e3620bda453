package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LatchKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code set-latch-4.lua}. */
public final class SetLatch {

  private static final Script SCRIPT = Script.SET_LATCH;

  private SetLatch() {}

  /**
   * Begins a round.
   *
   * @param round the last round; 0 if there is none
   */
  public static CompletionStage<LatchReply> call(
      ScriptRunner runner, LatchKeys keys, Caller caller, String request, long round, long count) {
    return runner
        .run(
            SCRIPT,
            keys.forRounds(),
            caller.session(),
            caller.epoch(),
            request,
            Long.toString(round),
            Long.toString(count))
        .thenApply(SetLatch::parse);
  }

  static LatchReply parse(String line) {
    return LatchReply.parse(SCRIPT, line);
  }
}
