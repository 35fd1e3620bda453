package dev.holdfast.verification.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files of this repository: tests run in the folder of their module, one below the root. */
final class Repository {

  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static final List<String> FOLDERS_LEFT_OUT = List.of("target", ".git", ".idea");

  private Repository() {}

  /** All Markdown pages. */
  static List<Page> pages() {
    return files(name -> name.endsWith(".md")).stream().map(Repository::page).toList();
  }

  /** One page. */
  static Page page(String name) {
    try {
      return Page.parse(name, Files.readAllLines(ROOT.resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of all files, below the root and with slashes, that a test of the name lets pass. */
  static List<String> files(Predicate<String> wanted) {
    try (Stream<Path> found = Files.walk(ROOT)) {
      return found
          .filter(Files::isRegularFile)
          .map(ROOT::relativize)
          .filter(Repository::isOurs)
          .map(path -> path.toString().replace('\\', '/'))
          .filter(wanted)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOurs(Path path) {
    for (Path part : path) {
      if (FOLDERS_LEFT_OUT.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }

  /** Copies all files that are ours, as a fresh clone would have them, with their rights. */
  static void copyTo(Path folder) throws IOException {
    for (String name : files(any -> true)) {
      Path copy = folder.resolve(name);
      Files.createDirectories(copy.getParent());
      Files.copy(ROOT.resolve(name), copy, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  static String read(String name) {
    try {
      return Files.readString(ROOT.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
