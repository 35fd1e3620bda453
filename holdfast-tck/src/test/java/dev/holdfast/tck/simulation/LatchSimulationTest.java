package dev.holdfast.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Latches under a virtual clock, once for each of many seeds. {@code -Dseed=7} replays one and
 * tells what happens; {@code -Dseeds=100000} runs more.
 */
class LatchSimulationTest {

  private static final int SEEDS = Integer.getInteger("seeds", 300);

  private final Logger logger = Logger.getLogger("dev.holdfast");

  /** Each lost session is logged, which are many here. */
  @BeforeEach
  void silenceTheLog() {
    logger.setLevel(Level.SEVERE);
  }

  @AfterEach
  void leaveTheLog() {
    logger.setLevel(null);
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void everySeed_keepsThePromises() {
    Long one = Long.getLong("seed");
    if (one != null) {
      play(one, true);
      return;
    }
    int ended = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      ended += play(seed, false);
    }
    assertThat(ended).as("rounds that have ended").isGreaterThan(SEEDS * 5);
  }

  private static int play(long seed, boolean talkative) {
    LatchWorld world = new LatchWorld(seed, talkative);
    try {
      return world.run();
    } catch (AssertionError failed) {
      throw new AssertionError("seed " + seed + ": " + failed.getMessage(), failed);
    } finally {
      world.end();
    }
  }
}
