package dev.holdfast.verification.chaos;

import dev.holdfast.spi.DurationText;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.verification.chaos.worker.Plant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code dev/chaos}. */
@Command(
    name = "dev/chaos",
    sortOptions = false,
    usageHelpWidth = 100,
    description = {
      "Lets processes fight for a lock while they are killed, paused and cut off, and checks",
      "afterwards that no two held it at once, that tokens rose, that every request has ended,",
      "that no guarded write was lost and that nothing is left in Redis."
    },
    footer = {
      "",
      "Examples:",
      "  dev/chaos",
      "  dev/chaos --duration 10m --names 3 --redis 7.0",
      "  dev/chaos --duration 20s --plant split      (must fail)",
      "",
      "Exit code: 0 if all is well, 1 if a fault was found, 64 for wrong arguments. After a fault",
      "the logs of all processes are kept; the last line says where."
    })
public final class Chaos implements Callable<Integer> {

  private static final int EXIT_USAGE = 64;
  private static final int FAULTS_SHOWN_MAX = 60;
  private static final Duration TTL_MIN = Duration.ofMillis(500);
  private static final Duration TTL_MAX = Duration.ofMinutes(1);

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "How long, such as 90s or 10m. Default: ${DEFAULT-VALUE}.")
  private Duration duration = Duration.ZERO;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of all that is drawn. Default: another one each time, which is printed.")
  private @Nullable Long seed;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      defaultValue = "2s",
      description = "TTL of the sessions. Default: ${DEFAULT-VALUE}.")
  private Duration ttl = Duration.ZERO;

  @Option(
      names = "--redis",
      paramLabel = "VERSION",
      defaultValue = "6.2",
      description = "6.2, or 7.0 for the redis-server in PATH. Default: ${DEFAULT-VALUE}.")
  private RedisVersion version = RedisVersion.EMBEDDED_6_2;

  @Option(names = "--processes", paramLabel = "N", defaultValue = "4", description = "Default: 4.")
  private int processes;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "8",
      description = "In each process. Default: ${DEFAULT-VALUE}.")
  private int threads;

  @Option(
      names = "--names",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many locks. Default: ${DEFAULT-VALUE}.")
  private int names;

  @Option(
      names = "--plant",
      paramLabel = "FAULT",
      defaultValue = "none",
      description =
          "Plants a fault that the checks must find, and does nothing else to the processes: deaf"
              + " (they work on after the end of a lease), split (one keeps its locks apart),"
              + " forged-token (deaf, and the guard is shown made-up tokens).")
  private Plant plant = Plant.NONE;

  @SuppressWarnings("UnusedVariable") // The annotation alone does the work.
  @Option(names = "--help", usageHelp = true, description = "Show this.")
  private boolean help;

  private Chaos() {}

  /**
   * Runs.
   *
   * @param arguments as {@code --help} tells
   */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /**
   * Runs, and prints the result on standard output and progress on standard error.
   *
   * @param arguments as {@code --help} tells
   * @return 0; 1 if a fault was found; 64 if the arguments are wrong
   */
  public static int run(String... arguments) {
    return new CommandLine(new Chaos())
        .registerConverter(Duration.class, Chaos::duration)
        .registerConverter(RedisVersion.class, Chaos::version)
        .registerConverter(Plant.class, Chaos::plant)
        .setParameterExceptionHandler(Chaos::wrongArguments)
        .execute(arguments);
  }

  private static int wrongArguments(CommandLine.ParameterException e, String[] arguments) {
    System.err.println(e.getMessage() + " (see dev/chaos --help)");
    return EXIT_USAGE;
  }

  @Override
  public Integer call() throws IOException {
    if (ttl.compareTo(TTL_MIN) < 0 || ttl.compareTo(TTL_MAX) > 0) {
      return refuse("--ttl " + DurationText.of(ttl) + " is outside of 500ms to 1m");
    }
    if (processes < 1 || threads < 1 || names < 1) {
      return refuse("--processes, --threads and --names must be 1 or more");
    }
    long drawn = seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed;
    ChaosOptions options =
        new ChaosOptions(duration, drawn, ttl, version, processes, threads, names, plant);
    System.out.printf(
        Locale.ROOT,
        "seed %d: %s, TTL %s, Redis %s, %d processes with %d threads, %d names%n",
        drawn,
        DurationText.of(duration),
        DurationText.of(ttl),
        version == RedisVersion.EMBEDDED_6_2 ? "6.2" : "of the PATH",
        processes,
        threads,
        names);
    Path folder = Files.createTempDirectory("holdfast-chaos-");
    ChaosReport report = new ChaosRun(options, folder, System.err::println).run();
    report.lines().forEach(System.out::println);
    List<String> faults = report.faults();
    if (faults.isEmpty()) {
      delete(folder);
      System.out.println("No fault was found.");
      return 0;
    }
    faults.stream().limit(FAULTS_SHOWN_MAX).forEach(System.out::println);
    System.out.printf(
        Locale.ROOT, "%d faults, seed %d. The logs are in %s%n", faults.size(), drawn, folder);
    return 1;
  }

  private static int refuse(String message) {
    System.err.println(message + " (see dev/chaos --help)");
    return EXIT_USAGE;
  }

  private static Duration duration(String text) {
    try {
      Duration duration = DurationText.parse("time", text);
      if (duration.isZero()) {
        throw new IllegalArgumentException("time=" + text + " is nothing; it must be more");
      }
      return duration;
    } catch (IllegalArgumentException e) {
      throw new CommandLine.TypeConversionException(e.getMessage());
    }
  }

  private static RedisVersion version(String text) {
    return switch (text) {
      case "6.2" -> RedisVersion.EMBEDDED_6_2;
      case "7.0" -> RedisVersion.DISTRIBUTION;
      default ->
          throw new CommandLine.TypeConversionException("'" + text + "' is neither 6.2 nor 7.0");
    };
  }

  private static Plant plant(String text) {
    for (Plant plant : Plant.values()) {
      if (plant.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text)) {
        return plant;
      }
    }
    throw new CommandLine.TypeConversionException(
        "'" + text + "' is none of none, deaf, split, forged-token");
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
}
