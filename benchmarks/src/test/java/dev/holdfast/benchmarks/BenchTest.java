package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmarks run, whatever their figures. */
@Tag("slow")
@Timeout(300)
class BenchTest {

  private static final int USAGE = 64;

  @TempDir Path folder;

  @Test
  void everyContestant_measuresItsOwnKey() throws IOException {
    List<String> report =
        quickRun(
            "--case",
            "own-key-1",
            "--contestant",
            "raw,redisson,redisson-fair,spring,holdfast,holdfast-fair,holdfast-lease");

    assertThat(rows(report, "cycles/s"))
        .map(BenchTest::name)
        .containsExactly(
            "raw",
            "redisson",
            "redisson-fair",
            "spring",
            "holdfast",
            "holdfast-fair",
            "holdfast-lease");
  }

  @Test
  void handoffsBetweenProcesses_areFound() throws IOException {
    List<String> report = quickRun("--case", "handoff", "--contestant", "spring,holdfast");

    assertThat(rows(report, "cycles/s")).map(BenchTest::name).containsExactly("spring", "holdfast");
    assertThat(rows(report, "handoffs/s"))
        .map(BenchTest::name)
        .containsExactly("spring", "holdfast");
    // The last column counts holders that overlapped.
    assertThat(rows(report, "handoffs/s")).allMatch(row -> row.endsWith(" 0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--case=none", "--contestant=none", "--slice=12", "--slice=0s", "--what"})
  void wrongArgument_endsWithUsage(String argument) {
    assertThat(Bench.run(argument)).isEqualTo(USAGE);
  }

  private List<String> quickRun(String... arguments) throws IOException {
    Path file = folder.resolve("report.txt");
    String[] all = new String[arguments.length + 3];
    all[0] = "--quick";
    all[1] = "--out";
    all[2] = file.toString();
    System.arraycopy(arguments, 0, all, 3, arguments.length);

    assertThat(Bench.run(all)).isZero();

    return Files.readAllLines(file);
  }

  /** The rows of the table whose head begins with the word. */
  private static List<String> rows(List<String> report, String head) {
    return report.stream()
        .dropWhile(line -> !line.strip().startsWith(head))
        .skip(1)
        .takeWhile(line -> !line.isEmpty())
        .toList();
  }

  private static String name(String row) {
    return row.split(" ", 2)[0];
  }
}
