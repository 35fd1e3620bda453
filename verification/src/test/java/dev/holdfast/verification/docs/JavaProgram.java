package dev.holdfast.verification.docs;

import dev.holdfast.verification.docs.Block.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source file made of the Java blocks of a page that belong together.
 *
 * @param at where it stands, for messages
 * @param className the class whose main method is to be run
 * @param lines its lines, each with its number in the page; 0 for those that were added here
 * @param run whether it is run after it was compiled
 */
record JavaProgram(String at, String className, List<Line> lines, boolean run) {

  /** What every snippet may use without an import, as its reader would let the editor add it. */
  private static final List<String> IMPORTS =
      List.of(
          "import dev.holdfast.*;",
          "import java.time.*;",
          "import java.util.*;",
          "import java.util.concurrent.*;",
          "import java.util.concurrent.atomic.*;",
          "import java.util.concurrent.locks.Lock;");

  private static final Pattern CLASS = Pattern.compile(".*\\bclass (\\w+) .*");

  /** The programs of a page in order. */
  static List<JavaProgram> of(Page page) {
    List<JavaProgram> programs = new ArrayList<>();
    List<Block> together = new ArrayList<>();
    for (Block block : page.blocks()) {
      if (!block.language().equals("java")) {
        continue;
      }
      if (!block.is("continues") && !together.isEmpty()) {
        programs.add(of(together));
        together.clear();
      }
      together.add(block);
    }
    if (!together.isEmpty()) {
      programs.add(of(together));
    }
    return programs;
  }

  private static JavaProgram of(List<Block> blocks) {
    Block first = blocks.get(0);
    boolean run = blocks.stream().allMatch(block -> block.notRun().isEmpty());
    List<Line> body = blocks.stream().flatMap(block -> block.all().stream()).toList();
    if (first.is("main")) {
      return new JavaProgram(first.at(), mainClass(first), body, run);
    }
    List<Line> lines = new ArrayList<>();
    IMPORTS.forEach(text -> lines.add(new Line(0, text)));
    body.stream().filter(JavaProgram::isImport).forEach(lines::add);
    lines.add(new Line(0, "class Snippet {"));
    lines.add(new Line(0, "static void check(boolean holds) {"));
    lines.add(new Line(0, "if (!holds) { throw new AssertionError(\"check failed\"); } }"));
    lines.add(new Line(0, "public static void main(String[] args) throws Exception {"));
    body.stream().filter(line -> !isImport(line)).forEach(lines::add);
    lines.add(new Line(0, "} }"));
    return new JavaProgram(first.at(), "Snippet", lines, run);
  }

  private static boolean isImport(Line line) {
    return line.text().startsWith("import ");
  }

  private static String mainClass(Block block) {
    for (Line line : block.lines()) {
      Matcher declaration = CLASS.matcher(line.text());
      if (declaration.matches()) {
        return declaration.group(1);
      }
    }
    throw new IllegalStateException(block.at() + "no class in a block marked main");
  }

  String source() {
    return String.join("\n", lines.stream().map(Line::text).toList());
  }

  /** The number in the page of a line of the source, counted from 1. */
  int pageLine(long sourceLine) {
    return sourceLine < 1 || sourceLine > lines.size()
        ? 0
        : lines.get((int) sourceLine - 1).number();
  }
}
