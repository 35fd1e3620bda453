package dev.holdfast.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The folder of one server, which lives as long as the server is used:
 *
 * <pre>
 *   redis.conf, endpoint        how to start and how to reach the server
 *   supervise.sh                what runs beside it
 *   presence                    the pipe that every user holds open
 *   users/                      one file for each user; not there any more: the server is ending
 *   appendonly.aof, redis.log   what the server writes
 * </pre>
 *
 * Files are written by whoever has the {@link StartLock}; {@code supervise.sh} makes and removes
 * {@code presence}, {@code users} and in the end the whole folder.
 *
 * <p>The server keeps a log of its writes, which survives its own death, though not that of the
 * machine: a server that was killed comes back with all sessions and locks, and grants nothing that
 * is still held.
 */
final class ServerFolder {

  private static final int LOG_TAIL_LINES = 5;

  private final Path folder;

  ServerFolder(Path folder) {
    this.folder = folder;
  }

  Path path() {
    return folder;
  }

  Path presence() {
    return folder.resolve("presence");
  }

  Path users() {
    return folder.resolve("users");
  }

  Path log() {
    return folder.resolve("redis.log");
  }

  boolean exists() {
    return Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
  }

  Optional<Endpoint> endpoint() throws IOException {
    try {
      return Endpoint.parse(Files.readAllLines(folder.resolve("endpoint")));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Writes all that a supervisor needs. The endpoint comes last: it says that the rest is there.
   */
  void write(Endpoint endpoint) throws IOException {
    Files.createDirectories(folder);
    put("supervise.sh", script());
    put("redis.conf", configuration(endpoint));
    put("endpoint", String.join("\n", endpoint.lines()) + "\n");
  }

  private void put(String name, String text) throws IOException {
    // The folder above lets only its owner in, so the files need no permissions of their own.
    Path part = folder.resolve(name + ".part");
    Files.writeString(part, text);
    Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  private static String script() throws IOException {
    try (InputStream in = ServerFolder.class.getResourceAsStream("supervise.sh")) {
      if (in == null) {
        throw new IllegalStateException("supervise.sh is missing beside " + ServerFolder.class);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String configuration(Endpoint endpoint) {
    return """
        bind %s
        port %d
        requirepass %s
        protected-mode yes
        daemonize no
        dir .
        save ""
        appendonly yes
        appendfsync no
        maxmemory-policy noeviction
        """
        .formatted(Endpoint.HOST, endpoint.port(), endpoint.password());
  }

  /** The last words of the server, for an error message. */
  String logTail() {
    try {
      List<String> lines = Files.readAllLines(log());
      return String.join(
          "\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e + ")";
    }
  }

  /** Removes what a supervisor that was killed has left. One that lives may be quicker. */
  void remove() throws IOException {
    Path aside = folder.resolveSibling(folder.getFileName() + ".ended." + UUID.randomUUID());
    try {
      Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      return;
    }
    try (Stream<Path> files = Files.walk(aside)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
