package dev.holdfast.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.history.Violation;
import dev.holdfast.testing.history.Violation.Rule;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.verification.chaos.worker.Plant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A short run of what {@code dev/chaos} does for longer. To go through a failure again, give the
 * seed that it names to {@code dev/chaos --seed}.
 */
@Tag("slow")
@Timeout(600)
class ChaosTest {

  @TempDir Path folder;

  private ChaosReport run(ChaosOptions options) {
    System.out.println("seed " + options.seed() + ", Redis " + options.version());
    ChaosReport report = new ChaosRun(options, folder, System.out::println).run();
    report.lines().forEach(System.out::println);
    return report;
  }

  private static ChaosOptions planted(Plant plant) {
    return new ChaosOptions(
        Duration.ofSeconds(5), 1, Duration.ofSeconds(5), RedisVersion.EMBEDDED_6_2, 2, 4, 1, plant);
  }

  @ParameterizedTest
  @EnumSource
  void killedPausedAndCutOff_excludeEachOther(RedisVersion version) {
    version.assumeAvailable();
    long seed = ThreadLocalRandom.current().nextInt(1_000_000);

    ChaosReport report =
        run(
            new ChaosOptions(
                Duration.ofSeconds(20), seed, Duration.ofSeconds(2), version, 4, 8, 1, Plant.NONE));

    assertThat(report.faults()).as("seed %d, %s", seed, report.lines()).isEmpty();
    assertThat(report.history().confirmedLeases()).isGreaterThan(20);
  }

  @Test
  void lockGivenTwice_isFound() {
    ChaosReport report = run(planted(Plant.SPLIT));

    assertThat(report.history().violations()).extracting(Violation::rule).contains(Rule.EXCLUSION);
  }

  @Test
  void workAfterTheEnd_isFound_andTheGuardRefusesItsWrites() {
    ChaosReport report = run(planted(Plant.DEAF));

    assertThat(report.history().violations()).extracting(Violation::rule).contains(Rule.EXCLUSION);
    assertThat(report.counted().stale()).isPositive();
    assertThat(report.counters().get("chaos-1").lostUpdates()).isZero();
  }

  @Test
  void lostUpdates_areFound() {
    ChaosReport report = run(planted(Plant.FORGED_TOKEN));

    assertThat(report.counters().get("chaos-1").lostUpdates()).isPositive();
    assertThat(report.faults()).anyMatch(fault -> fault.startsWith("LOST_UPDATE"));
  }

  @Test
  void wrongArguments_areRefused() {
    assertThat(Chaos.run("--ttl", "30")).isEqualTo(64);
    assertThat(Chaos.run("--ttl", "10ms")).isEqualTo(64);
    assertThat(Chaos.run("--redis", "5.0")).isEqualTo(64);
    assertThat(Chaos.run("--plant", "tree")).isEqualTo(64);
    assertThat(Chaos.run("--threads", "0")).isEqualTo(64);
  }
}
