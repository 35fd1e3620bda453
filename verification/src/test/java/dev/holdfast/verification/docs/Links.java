package dev.holdfast.verification.docs;

import dev.holdfast.verification.docs.Block.Line;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Looks up the links between pages. What lies outside of the repository is not looked at. */
final class Links {

  private Links() {}

  /** The links of a page that lead nowhere. */
  static List<String> problems(Page page) {
    List<String> problems = new ArrayList<>();
    for (Line link : page.links()) {
      if (isOutside(link.text())) {
        continue;
      }
      String file = target(page, link.text());
      String anchor = anchor(link.text());
      String at = page.name() + ":" + link.number() + ": ";
      if (!Files.exists(Repository.ROOT.resolve(file)) && !file.equals(page.name())) {
        problems.add(at + "there is no " + file);
      } else if (!anchor.isEmpty() && !anchors(page, file).contains(anchor)) {
        problems.add(at + file + " has no heading #" + anchor);
      }
    }
    return problems;
  }

  /** The pages to which no path of links leads. */
  static List<String> unreachable(String from, Predicate<String> wanted) {
    Set<String> reached = new HashSet<>(Set.of(from));
    ArrayDeque<String> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      Page page = Repository.page(open.remove());
      for (Line link : page.links()) {
        String file = isOutside(link.text()) ? "" : target(page, link.text());
        if (file.endsWith(".md")
            && Files.exists(Repository.ROOT.resolve(file))
            && reached.add(file)) {
          open.add(file);
        }
      }
    }
    return Repository.files(name -> name.endsWith(".md") && wanted.test(name)).stream()
        .filter(name -> !reached.contains(name))
        .toList();
  }

  private static boolean isOutside(String link) {
    return link.startsWith("https://") || link.startsWith("http://");
  }

  private static String target(Page page, String link) {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    if (file.isEmpty()) {
      return page.name();
    }
    Path resolved = page.folder().resolve(file).normalize();
    return resolved.toString().replace('\\', '/');
  }

  private static String anchor(String link) {
    int hash = link.indexOf('#');
    return hash < 0 ? "" : link.substring(hash + 1);
  }

  private static List<String> anchors(Page page, String file) {
    return file.equals(page.name()) ? page.anchors() : Repository.page(file).anchors();
  }
}
