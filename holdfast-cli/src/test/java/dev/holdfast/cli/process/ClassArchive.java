package dev.holdfast.cli.process;

import dev.holdfast.testing.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An archive of the classes that a run of the command loads from its libraries, such as {@code
 * ./holdfast} makes too: with it a run needs a third less of the processor, and the tests start
 * hundreds. One for each JVM that runs tests, made at its first run of the command, and removed at
 * its end. Where none can be made, the JVM does without.
 */
final class ClassArchive {

  private static final Optional<Path> ARCHIVE = make();

  private ClassArchive() {}

  /** The class path of a run; an archive fits only what begins with the jars it was made of. */
  static String classPath() {
    return Stream.concat(entries(true), entries(false))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** What makes a JVM use the archive. */
  static List<String> options() {
    return ARCHIVE.map(archive -> List.of("-XX:SharedArchiveFile=" + archive)).orElse(List.of());
  }

  private static Optional<Path> make() {
    try {
      Path folder = Files.createTempDirectory("holdfast-classes");
      try {
        Path list = folder.resolve("list");
        Holdfast.command(folder, "run", "warm-up", "--", "true")
            .jvm("-XX:DumpLoadedClassList=" + list)
            .run();
        return dump(list);
      } finally {
        Holdfast.endAllIn(folder);
        remove(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> dump(Path list) throws IOException {
    Path archive = Files.createTempFile("holdfast-classes", ".jsa");
    archive.toFile().deleteOnExit();
    List<String> command = new ArrayList<>(Holdfast.java());
    command.add("-Xshare:dump");
    command.add("-XX:SharedClassListFile=" + list);
    command.add("-XX:SharedArchiveFile=" + archive);
    command.add("-cp");
    command.add(entries(true).collect(Collectors.joining(File.pathSeparator)));
    ChildProcess dump =
        ChildProcess.start(
            "archive",
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD));
    dump.awaitExit(Holdfast.SOON);
    return Files.size(archive) > 0 ? Optional.of(archive) : Optional.empty();
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static Stream<String> entries(boolean jars) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> Files.isRegularFile(Path.of(entry)) == jars);
  }
}
