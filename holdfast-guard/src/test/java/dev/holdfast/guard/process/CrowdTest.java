package dev.holdfast.guard.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.guard.jdbc.JdbcGuard;
import dev.holdfast.guard.jdbc.TestDatabase;
import dev.holdfast.guard.jdbc.Writer;
import dev.holdfast.testing.process.ChildJvm;
import dev.holdfast.testing.process.LineProcess;
import dev.holdfast.testing.server.RedisServer;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many processes write under one lock, stopped past their leases and killed at random, and write
 * late on purpose. Then the database's own history is looked through: it has no stale write.
 *
 * <p>{@code -Dcrowd.seconds=120 -Dcrowd.processes=8} for longer than the few seconds of each build,
 * {@code -Dseed=…} for the same draws again.
 */
@Tag("slow")
@Timeout(900)
class CrowdTest {

  private static final Duration ANSWER_MAX = Duration.ofSeconds(90);
  private static final int SECONDS = Integer.getInteger("crowd.seconds", 5);
  private static final int PROCESSES = Integer.getInteger("crowd.processes", 3);

  private final String resource = TestDatabase.unique("crowd");
  private final Writer writer = new Writer(JdbcGuard.create(), resource);
  private final long seed = Long.getLong("seed", System.nanoTime() % 1_000_000);
  private final Random random = new Random(seed);
  private int started;
  private int stops;
  private int kills;

  @ParameterizedTest
  @EnumSource
  void stoppedAndKilled_noStaleWriteIsCommitted(TestDatabase database) throws Exception {
    List<String> said = run(database, "guarded", Duration.ofSeconds(SECONDS), true);

    List<Writer.Entry> history = writer.history(database);
    long refused = said.stream().filter("refused"::equals).count();
    System.out.printf(
        "%s, seed %d: %d writes, %d refused, %d leases lost, %d stops, %d kills%n",
        database,
        seed,
        history.size(),
        refused,
        said.stream().filter("lost"::equals).count(),
        stops,
        kills);
    assertThat(faults(database, history)).as("seed %d", seed).isEmpty();
    assertThat(history.size()).isGreaterThan(PROCESSES);
    assertThat(refused).isPositive();
  }

  /** So the test above can fail. */
  @Test
  void withoutTheGuard_updatesAreLost() throws Exception {
    run(TestDatabase.H2, "naive", Duration.ofSeconds(2), false);

    assertThat(faults(TestDatabase.H2, writer.history(TestDatabase.H2))).isNotEmpty();
  }

  private List<String> faults(TestDatabase database, List<Writer.Entry> history) throws Exception {
    try (Connection connection = database.connect()) {
      return Writer.faults(history, writer.value(connection));
    }
  }

  private List<String> run(TestDatabase database, String way, Duration time, boolean mischief)
      throws Exception {
    Writer.create(database, resource);
    List<LineProcess> ended = new ArrayList<>();
    List<LineProcess> processes = new ArrayList<>();
    try (RedisServer redis = RedisServer.start()) {
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(start(database, redis, way));
      }
      for (LineProcess process : processes) {
        process.await("ready", ANSWER_MAX);
      }
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() < end) {
        pass(Duration.ofMillis(50 + random.nextInt(300)));
        if (mischief) {
          int victim = random.nextInt(PROCESSES);
          if (random.nextInt(4) == 0) {
            ended.add(processes.get(victim));
            kill(processes, victim);
            processes.set(victim, start(database, redis, way));
          } else {
            stop(processes.get(victim));
          }
        }
      }
      for (LineProcess process : processes) {
        process.send("end");
      }
      for (LineProcess process : processes) {
        assertThat(process.awaitExit(ANSWER_MAX)).isZero();
      }
    } finally {
      processes.forEach(LineProcess::close);
    }
    ended.addAll(processes);
    return ended.stream().flatMap(process -> process.lines().stream()).toList();
  }

  private LineProcess start(TestDatabase database, RedisServer redis, String way) {
    String own = Long.toString(seed + started++);
    return ChildJvm.of(CrowdMain.class, database.url(), redis.uri(), resource, own, way)
        .options("-XX:TieredStopAtLevel=1", "-Xmx64m")
        .start();
  }

  /** Mostly past its lease. */
  private void stop(LineProcess victim) {
    stops++;
    victim.pause();
    pass(StepsMain.TTL.plusMillis(random.nextInt(800) - 300));
    victim.resume();
  }

  private void kill(List<LineProcess> processes, int victim) {
    kills++;
    processes.get(victim).kill();
  }

  /** The length of a pause is what is tested here, so there is nothing to wait for. */
  private static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
