package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.LatchKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code delete-latch-4.lua}. */
public final class DeleteLatch {

  private static final Script SCRIPT = Script.DELETE_LATCH;

  private DeleteLatch() {}

  /** Forgets a latch whose last round is the given one. */
  public static CompletionStage<LatchReply> call(
      ScriptRunner runner, LatchKeys keys, Caller caller, long round) {
    return runner
        .run(SCRIPT, keys.forRounds(), caller.session(), caller.epoch(), Long.toString(round))
        .thenApply(DeleteLatch::parse);
  }

  static LatchReply parse(String line) {
    return LatchReply.parse(SCRIPT, line);
  }
}
