package dev.holdfast.verification.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folders of this project: tests run in the folder of their module, one below the root. */
final class Project {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private Project() {}

  /** The folders of the modules that hold code of the library or its tools. */
  static List<Path> modules() {
    return list(ROOT).stream()
        .filter(folder -> folder.getFileName().toString().startsWith("holdfast-"))
        .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
        .toList();
  }

  /** The folders with the compiled main classes of all modules. */
  static List<Path> classFolders() {
    return modules().stream().map(module -> module.resolve("target/classes")).toList();
  }

  /** The names of the top-level classes that the source files of all modules should contain. */
  static List<String> sourceClassNames() {
    return modules().stream()
        .map(module -> module.resolve("src/main/java"))
        .flatMap(Project::classNamesBelow)
        .toList();
  }

  private static Stream<String> classNamesBelow(Path sources) {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.getFileName().toString().contains("-info"))
          .map(file -> sources.relativize(file).toString())
          .map(file -> file.substring(0, file.length() - ".java".length()))
          .map(file -> file.replace('/', '.').replace('\\', '.'))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
