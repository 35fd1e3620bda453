package dev.holdfast.verification.gates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Builds a project of faults with our own build, once, and looks for what it said of each. */
@Tag("slow")
class GatesTest {

  private static String log;

  @BeforeAll
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  static void build(@TempDir Path folder) throws Exception {
    log = TrialProject.create(folder).build();
  }

  @Test
  void soundModule_passes() {
    assertThat(summaryOf(TrialProject.GOOD_MODULE)).contains("SUCCESS");
  }

  @ParameterizedTest
  @EnumSource
  void faultyModule_failsWithTheMessageOfItsGate(Gate gate) {
    assumeTrue(isInForce(gate), "Not in force on the JDK that compiles; see the root pom.xml.");

    assertThat(summaryOf(gate.module())).contains("FAILURE");
    assertThat(sectionOf(gate.module())).contains(gate.message());
  }

  private static boolean isInForce(Gate gate) {
    int compiler = Integer.getInteger("compiling.jdk");
    return switch (gate) {
      case NO_WARNING, DOCUMENTED_API -> compiler == 17;
      case FORMAT -> compiler < 25;
      default -> true;
    };
  }

  /** The line of the closing summary about a module. */
  private static String summaryOf(String module) {
    return log.lines()
        .filter(line -> line.startsWith("[INFO] " + module + " ."))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No summary of " + module + " in\n" + log));
  }

  /** What was printed while a module was built. */
  private static String sectionOf(String module) {
    int start = log.indexOf("[INFO] Building " + module + " ");
    int end = log.indexOf("[INFO] Building ", start + 1);
    int summary = log.indexOf("[INFO] Reactor Summary", start);
    assertThat(start).as("Start of %s in the log", module).isNotNegative();
    // The reasons of failed goals are printed after the summary, one after the other.
    String reason =
        Stream.of(log.substring(summary).split("Failed to execute goal"))
            .filter(text -> text.contains("on project " + module + ":"))
            .findFirst()
            .orElse("");
    return log.substring(start, end < 0 ? summary : Math.min(end, summary)) + reason;
  }
}
