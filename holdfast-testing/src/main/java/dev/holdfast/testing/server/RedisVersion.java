package dev.holdfast.testing.server;

import dev.holdfast.embedded.RedisBinary;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The servers that the tests run against. */
public enum RedisVersion {

  /** Redis 6.2, the oldest that is supported, out of a jar. */
  EMBEDDED_6_2,

  /** The {@code redis-server} on the PATH, as the distribution has it (7.0 on Debian 12). */
  DISTRIBUTION;

  /**
   * Whether this server can be started here.
   *
   * @return the executable, or empty
   */
  public Optional<Path> executable() {
    return switch (this) {
      case EMBEDDED_6_2 -> Optional.of(RedisBinary.locate());
      case DISTRIBUTION -> onPath();
    };
  }

  /**
   * Skips the running test, with a message that says what to install, if this server is missing.
   *
   * @return this
   */
  public RedisVersion assumeAvailable() {
    Assumptions.assumeTrue(
        executable().isPresent(),
        "skipped: no redis-server on the PATH (on Debian: apt-get install redis-server)");
    return this;
  }

  private static Optional<Path> onPath() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "redis-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
