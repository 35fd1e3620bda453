package dev.holdfast.verification.docs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code ./holdfast} leaves when it has built itself, made of the jars that the running build
 * has just packaged, since to build them anew takes minutes of a whole build. That the launcher can
 * build is tried by {@code dev/test-launcher}.
 */
final class LauncherBuild {

  private LauncherBuild() {}

  /** Does nothing where the command has not been packaged in this run, so that no jar is old. */
  static void placeIn(Path tree) throws IOException {
    Optional<Path> command =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(Path::of)
            .filter(entry -> entry.getFileName().toString().matches("holdfast-cli-[^/]*\\.jar"))
            .findFirst();
    if (command.isEmpty()) {
      return;
    }
    Path launcher = Files.createDirectories(tree.resolve("target/launcher"));
    Path build = Files.createDirectory(launcher.resolve("build-packaged"));
    for (Path jar : jars(command.get())) {
      Files.copy(jar, build.resolve(jar.getFileName().toString()));
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.writeString(build.resolve("java"), java + "\n");
    Files.createFile(build.resolve("began"));
    Files.writeString(launcher.resolve("current"), build.getFileName() + "\n");
  }

  private static List<Path> jars(Path command) throws IOException {
    try (Stream<Path> libraries = Files.list(command.resolveSibling("lib"))) {
      return Stream.concat(Stream.of(command), libraries.toList().stream()).toList();
    }
  }
}
