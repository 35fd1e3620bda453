package dev.holdfast.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The engine under a virtual clock, once for each of many seeds. {@code -Dseed=7} replays one and
 * tells what happens; {@code -Dseeds=100000} runs more.
 */
class EngineSimulationTest {

  private static final int SEEDS = Integer.getInteger("seeds", 300);

  private final Logger logger = Logger.getLogger("dev.holdfast");
  private final List<LogRecord> errors = Collections.synchronizedList(new ArrayList<>());

  /** The engine logs each lost session, which are many here; only its errors are of interest. */
  private final Handler onlyErrors =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          if (record.getLevel().intValue() >= Level.SEVERE.intValue()) {
            errors.add(record);
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listenToTheLog() {
    logger.setUseParentHandlers(false);
    logger.addHandler(onlyErrors);
  }

  @AfterEach
  void leaveTheLog() {
    logger.removeHandler(onlyErrors);
    logger.setUseParentHandlers(true);
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void everySeed_keepsThePromises() {
    Long one = Long.getLong("seed");
    if (one != null) {
      play(one, true);
      return;
    }
    int valid = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      valid += play(seed, false);
    }
    assertThat(valid).as("leases that were valid").isGreaterThan(SEEDS);
  }

  private int play(long seed, boolean talkative) {
    World world = new World(seed, talkative);
    try {
      world.run();
      assertThat(errors).isEmpty();
      return world.oracle().valid();
    } catch (RuntimeException | AssertionError failure) {
      throw new AssertionError("Seed " + seed + ", replay by -Dseed=" + seed, failure);
    } finally {
      world.end();
    }
  }
}
