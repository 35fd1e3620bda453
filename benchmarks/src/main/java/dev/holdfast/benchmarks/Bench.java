package dev.holdfast.benchmarks;

import dev.holdfast.benchmarks.contestant.ContestantKind;
import dev.holdfast.benchmarks.report.CaseReport;
import dev.holdfast.benchmarks.report.Environment;
import dev.holdfast.benchmarks.run.CaseRun;
import dev.holdfast.spi.DurationText;
import dev.holdfast.testing.server.RedisVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code dev/bench}. */
@Command(
    name = "dev/bench",
    sortOptions = false,
    usageHelpWidth = 100,
    description = {
      "Measures locks of several libraries beside each other on a redis-server of their own.",
      "Without options: all cases, 5 rounds of 12 s for each contestant, about half an hour."
    },
    footer = {
      "",
      "Examples:",
      "  dev/bench --case own-key-1,own-key-64",
      "  dev/bench --case handoff --contestant redisson,holdfast --rounds 3",
      "  dev/bench --micro --jvm-option=-XX:StartFlightRecording=filename=/tmp/bench.jfr",
      "",
      "Times in the tables are microseconds. commands = what clients send per cycle of one",
      "acquire and one release; server us, client us = CPU time per cycle."
    })
public final class Bench implements Callable<Integer> {

  private static final int EXIT_USAGE = 64;
  private static final int JVMS_MAX = 64;
  private static final int QUICK_JVMS_MAX = 2;
  private static final DateTimeFormatter FILE_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm");

  @Option(
      names = "--case",
      split = ",",
      paramLabel = "CASE",
      description = "One of: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<BenchCase> cases = List.of(BenchCase.values());

  @Option(
      names = "--contestant",
      split = ",",
      paramLabel = "NAME",
      description = "One of: ${COMPLETION-CANDIDATES}. Default: those of the case.")
  private List<ContestantKind> contestants = List.of();

  @Option(
      names = "--slice",
      paramLabel = "TIME",
      description =
          "Length of one turn, such as 12s or 500ms. Default: 12s, which is more than the time"
              + " between two renewals.")
  private @Nullable Duration slice;

  @Option(names = "--rounds", paramLabel = "N", description = "Turns of each. Default: 5.")
  private @Nullable Integer rounds;

  @Option(names = "--warm-up", paramLabel = "TIME", description = "Default: 10s.")
  private @Nullable Duration warmUp;

  @Option(
      names = "--redis",
      paramLabel = "PROGRAM",
      description = "The server program. Default: redis-server, from the PATH.")
  private @Nullable Path redis;

  @Option(
      names = "--jvm-option",
      paramLabel = "OPTION",
      description = "For the measured processes; may be repeated.")
  private List<String> jvmOptions = List.of();

  @Option(names = "--details", description = "Say where the time goes.")
  private boolean details;

  @Option(
      names = "--quick",
      description =
          "A smoke run, half a second each and two JVMs at most; the figures are worth nothing.")
  private boolean quick;

  @Option(
      names = "--micro",
      description =
          "Our own overhead: one thread beside the two raw commands, in short turns, with details.")
  private boolean micro;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Where to write the result. Default: benchmarks/results/DATE-TIME.txt,"
              + " and nowhere with --quick or --micro.")
  private @Nullable Path out;

  @SuppressWarnings("UnusedVariable") // The annotation alone does the work.
  @Option(names = "--help", usageHelp = true, description = "Show this.")
  private boolean help;

  private final List<String> arguments;

  private Bench(List<String> arguments) {
    this.arguments = arguments;
  }

  /**
   * Measures.
   *
   * @param arguments as {@code --help} tells
   */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /**
   * Measures, and prints the result on standard output and progress on standard error.
   *
   * @param arguments as {@code --help} tells
   * @return 0; 1 if a contestant failed, or the run did; 64 if the arguments are wrong
   */
  static int run(String... arguments) {
    return new CommandLine(new Bench(List.of(arguments)))
        .registerConverter(Duration.class, converter(Bench::duration))
        .registerConverter(BenchCase.class, converter(BenchCase::of))
        .registerConverter(ContestantKind.class, converter(ContestantKind::of))
        .setParameterExceptionHandler(Bench::wrongArguments)
        .execute(arguments);
  }

  private static int wrongArguments(CommandLine.ParameterException e, String[] arguments) {
    System.err.println(e.getMessage() + " (see dev/bench --help)");
    return EXIT_USAGE;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings settings = settings();
    List<String> report = new ArrayList<>();
    String command = "dev/bench " + String.join(" ", arguments);
    report.addAll(Environment.lines(command.strip(), settings.redis()));
    report.add(
        "turns     %d of %d ms for each, after %d ms to warm up"
            .formatted(
                settings.rounds(), settings.slice().toMillis(), settings.warmUp().toMillis()));
    report.forEach(System.out::println);
    boolean allWell = true;
    Path folder = Files.createTempDirectory("holdfast-bench-");
    for (BenchCase bench : settings.cases()) {
      var results = new CaseRun(bench, settings, folder, System.err::println).run();
      allWell &= results.stream().allMatch(result -> result.failure().isEmpty());
      List<String> lines = new ArrayList<>(List.of(""));
      lines.addAll(new CaseReport(bench, results).lines(settings.details()));
      lines.forEach(System.out::println);
      report.addAll(lines);
    }
    save(report);
    if (allWell) {
      delete(folder);
    } else {
      System.err.println("What the failed processes wrote is in " + folder);
    }
    return allWell ? 0 : 1;
  }

  private Settings settings() {
    Path server =
        redis != null
            ? redis
            : RedisVersion.DISTRIBUTION
                .executable()
                .orElseThrow(
                    () -> new IllegalStateException("No redis-server in PATH; name one: --redis"));
    Duration sliceDefault =
        quick ? Duration.ofMillis(500) : micro ? Duration.ofSeconds(2) : Duration.ofSeconds(12);
    Duration warmUpDefault =
        quick ? Duration.ofMillis(500) : micro ? Duration.ofSeconds(8) : Duration.ofSeconds(10);
    int roundsDefault = quick ? 1 : micro ? 10 : 5;
    return new Settings(
        micro ? List.of(BenchCase.OWN_KEY_1) : cases,
        micro && contestants.isEmpty()
            ? List.of(ContestantKind.RAW, ContestantKind.HOLDFAST, ContestantKind.HOLDFAST_LEASE)
            : contestants,
        slice == null ? sliceDefault : slice,
        rounds == null ? roundsDefault : rounds,
        warmUp == null ? warmUpDefault : warmUp,
        quick ? QUICK_JVMS_MAX : JVMS_MAX,
        server,
        jvmOptions,
        details || micro);
  }

  private void save(List<String> report) throws IOException {
    Path file = out;
    if (file == null && !quick && !micro) {
      String name = LocalDateTime.now(ZoneOffset.UTC).format(FILE_TIME) + ".txt";
      file = Path.of("benchmarks", "results", name);
    }
    if (file != null) {
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.write(file, report);
      System.err.println("Written to " + file);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(folder);
  }

  private static Duration duration(String text) {
    Duration duration = DurationText.parse("time", text);
    if (duration.isZero()) {
      throw new IllegalArgumentException("time=" + text + " is nothing; it must be more");
    }
    return duration;
  }

  /** Lets picocli show the message of a reader alone. */
  private static <T> CommandLine.ITypeConverter<T> converter(Function<String, T> reader) {
    return text -> {
      try {
        return reader.apply(text);
      } catch (IllegalArgumentException e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    };
  }
}
