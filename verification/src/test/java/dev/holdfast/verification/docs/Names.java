package dev.holdfast.verification.docs;

import dev.holdfast.verification.docs.Block.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Looks up the names of code that pages mention. */
final class Names {

  /** Names that can only be those of our own test classes and contracts. */
  private static final Pattern OF_A_TEST =
      Pattern.compile("([A-Z]\\w*(?:Test|Contract|Contracts)|C\\d{3}_\\w+)(?:#(\\w+))?");

  private static final Pattern MEMBER = Pattern.compile("([A-Z]\\w+)\\.([a-z]\\w+)(?:\\(.*\\))?");

  private static final Pattern XML =
      Pattern.compile(
          "<artifactId>([\\w-]+)</artifactId>\\s*<version>([^<]+)</version>", Pattern.DOTALL);

  private final Set<String> javaFiles =
      new TreeSet<>(Repository.files(name -> name.endsWith(".java")));

  /** Test classes, and methods of ours, that a page mentions and that do not exist. */
  List<String> problems(Page page) {
    List<String> problems = new ArrayList<>();
    for (Line span : page.codeSpans()) {
      Matcher test = OF_A_TEST.matcher(span.text());
      Matcher member = MEMBER.matcher(span.text());
      String at = page.name() + ":" + span.number() + ": ";
      if (test.matches()) {
        List<String> files = filesOf(test.group(1));
        if (files.isEmpty()) {
          problems.add(at + "there is no class " + test.group(1));
        } else if (test.group(2) != null && !anyMentions(files, test.group(2))) {
          problems.add(at + test.group(1) + " has no " + test.group(2));
        }
      } else if (member.matches()) {
        List<String> files = filesOf(member.group(1));
        if (!files.isEmpty() && !anyMentions(files, member.group(2))) {
          problems.add(at + member.group(1) + " has no " + member.group(2));
        }
      }
    }
    return problems;
  }

  private List<String> filesOf(String className) {
    return javaFiles.stream().filter(name -> name.endsWith("/" + className + ".java")).toList();
  }

  private static boolean anyMentions(List<String> files, String word) {
    Pattern pattern = Pattern.compile("\\b" + Pattern.quote(word) + "\\b");
    return files.stream().anyMatch(file -> pattern.matcher(Repository.read(file)).find());
  }

  /** Coordinates of ours that the build does not make. */
  static List<String> wrongCoordinates(Page page) {
    String version = projectVersion();
    List<String> problems = new ArrayList<>();
    for (Block block : page.blocks()) {
      String text = block.lines().stream().map(Line::text).collect(Collectors.joining("\n"));
      Matcher coordinates = XML.matcher(text);
      while (block.language().equals("xml") && coordinates.find()) {
        boolean isModule = !Repository.files((coordinates.group(1) + "/pom.xml")::equals).isEmpty();
        if (!isModule || !coordinates.group(2).equals(version)) {
          problems.add(block.at() + "the build makes no " + coordinates.group());
        }
      }
    }
    return problems;
  }

  static String projectVersion() {
    Matcher version =
        Pattern.compile("<version>([^<]+)</version>").matcher(Repository.read("pom.xml"));
    if (!version.find()) {
      throw new IllegalStateException("No version in pom.xml");
    }
    return version.group(1);
  }
}
