package dev.holdfast.tck.session;

import dev.holdfast.spi.Request;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random commands, one after the other, to the store and to the model of what a store does: both
 * give the same answers and the same messages. The repetition is the seed.
 */
@ExtendWith(ContractExtension.class)
@Needs({Capability.QUEUE, Capability.HANDOFF_MESSAGE, Capability.END_SESSION})
final class ModelContract {

  private static final int COMMANDS = 120;

  private final Arena arena;

  ModelContract(Arena arena) {
    this.arena = arena;
  }

  @RepeatedTest(12)
  void mutex_isWhatTheModelSays(RepetitionInfo repetition) {
    new ModelRun(arena, arena.resource(), false, random -> Request.ALL)
        .play(new Random(repetition.getCurrentRepetition()), COMMANDS);
  }

  @RepeatedTest(16)
  @Needs(Capability.UNITS)
  void readersAndWriters_areWhatTheModelSays(RepetitionInfo repetition) {
    new ModelRun(arena, arena.resource(), true, random -> random.nextInt(3) == 0 ? Request.ALL : 1)
        .play(new Random(repetition.getCurrentRepetition()), COMMANDS);
  }

  @RepeatedTest(16)
  @Needs(Capability.UNITS)
  void semaphore_isWhatTheModelSays(RepetitionInfo repetition) {
    // Up to five of about four permits, now and then all that is free.
    new ModelRun(arena, arena.semaphore(), true, random -> random.nextInt(6))
        .play(new Random(repetition.getCurrentRepetition()), COMMANDS);
  }
}
