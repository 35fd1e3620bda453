package dev.holdfast.benchmarks.report;

import dev.holdfast.LockClient;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.redisson.api.RedissonClient;
import org.springframework.integration.redis.util.RedisLockRegistry;

/** What figures depend on: the machine, the programs, the time, and how to get them again. */
public final class Environment {

  private static final DateTimeFormatter MINUTES =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'");

  private Environment() {}

  /**
   * Writes it.
   *
   * @param command what was called
   * @param redis the server program
   * @return lines
   * @throws IOException if the server program can't be asked for its version
   */
  public static List<String> lines(String command, Path redis) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("command   " + command);
    lines.add("date      " + ZonedDateTime.now(ZoneOffset.UTC).format(MINUTES));
    lines.add("machine   " + cpuModel() + ", " + cores() + ", " + system());
    lines.add("load      " + load() + " before the start");
    lines.add(
        "Java      "
            + System.getProperty("java.vm.name")
            + " "
            + System.getProperty("java.runtime.version"));
    lines.add("server    " + version(redis));
    lines.add(
        "clients   Holdfast %s, Redisson %s, Lettuce %s, Spring Integration %s"
            .formatted(
                holdfast(),
                version(RedissonClient.class),
                version(RedisClient.class),
                version(RedisLockRegistry.class)));
    return lines;
  }

  private static String cpuModel() {
    return line(Path.of("/proc/cpuinfo"), "model name")
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .orElse(System.getProperty("os.arch"));
  }

  private static String cores() {
    return Runtime.getRuntime().availableProcessors() + " cores";
  }

  private static String system() {
    return System.getProperty("os.name") + " " + System.getProperty("os.version");
  }

  private static String load() {
    return line(Path.of("/proc/loadavg"), "").orElse("unknown");
  }

  private static Optional<String> line(Path file, String start) {
    try (var lines = Files.lines(file)) {
      return lines.filter(line -> line.startsWith(start)).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String version(Path redis) throws IOException {
    Process process = new ProcessBuilder(redis.toString(), "--version").start();
    try (var output = process.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  private static String version(Class<?> type) {
    return Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("unknown");
  }

  /** The script that starts us knows the commit; classes do not. */
  private static String holdfast() {
    return Optional.ofNullable(System.getProperty("holdfast.commit"))
        .orElseGet(() -> version(LockClient.class));
  }
}
