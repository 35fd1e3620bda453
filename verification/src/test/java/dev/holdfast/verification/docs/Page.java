package dev.holdfast.verification.docs;

import dev.holdfast.verification.docs.Block.Line;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown page, as far as our checks look at it.
 *
 * @param name its path below the root of the repository, with slashes
 * @param lines its lines
 * @param blocks its fenced blocks in order
 * @param prose its lines outside of blocks and comments
 */
record Page(String name, List<String> lines, List<Block> blocks, List<Line> prose) {

  private static final Pattern FENCE = Pattern.compile("\\s*```(\\S*)\\s*");
  private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.*?)\\s*#*");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final String COMMENT_BEGIN = "<!--";
  private static final String COMMENT_END = "-->";
  private static final String TEST_COMMENT = "<!-- test:";

  static Page parse(String name, List<String> lines) {
    Page page = new Page(name, List.copyOf(lines), new ArrayList<>(), new ArrayList<>());
    new Parser(page).parse();
    return page;
  }

  /** The folder in which it stands. */
  Path folder() {
    Path parent = Path.of(name).getParent();
    return parent == null ? Path.of("") : parent;
  }

  /** The headings without their marks. */
  List<Line> headings() {
    return prose.stream()
        .flatMap(
            line -> {
              Matcher heading = HEADING.matcher(line.text());
              return heading.matches()
                  ? Stream.of(new Line(line.number(), heading.group(2)))
                  : Stream.empty();
            })
        .toList();
  }

  /** The anchors that its headings make, as GitHub makes them. */
  List<String> anchors() {
    List<String> anchors = new ArrayList<>();
    for (Line heading : headings()) {
      String base =
          heading
              .text()
              .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .replace(' ', '-');
      String anchor = base;
      for (int again = 1; anchors.contains(anchor); again++) {
        anchor = base + "-" + again;
      }
      anchors.add(anchor);
    }
    return anchors;
  }

  /** The targets of its links. */
  List<Line> links() {
    return matches(LINK);
  }

  /** What stands between back-ticks in its prose. */
  List<Line> codeSpans() {
    return matches(CODE);
  }

  /** Finds what may go on in the next line. */
  private List<Line> matches(Pattern pattern) {
    String text = String.join("\n", prose.stream().map(Line::text).toList());
    List<Line> found = new ArrayList<>();
    for (MatchResult match : pattern.matcher(text).results().toList()) {
      long before = text.chars().limit(match.start()).filter(c -> c == '\n').count();
      Line line = prose.get((int) before);
      found.add(new Line(line.number(), match.group(1).replace('\n', ' ')));
    }
    return found;
  }

  /** Goes through the lines once. */
  private static final class Parser {

    private final Page page;
    private int next;
    private List<String> directives = List.of();
    private List<Line> hidden = List.of();

    Parser(Page page) {
      this.page = page;
    }

    void parse() {
      while (next < page.lines.size()) {
        String text = page.lines.get(next);
        Matcher fence = FENCE.matcher(text);
        if (fence.matches()) {
          block(fence.group(1));
        } else if (text.startsWith(COMMENT_BEGIN)) {
          comment();
        } else {
          if (!text.isBlank()) {
            directives = List.of();
            hidden = List.of();
          }
          page.prose.add(new Line(next + 1, text));
          next++;
        }
      }
    }

    private void block(String language) {
      int opening = next + 1;
      List<Line> lines = new ArrayList<>();
      next++;
      while (next < page.lines.size() && !page.lines.get(next).strip().equals("```")) {
        lines.add(new Line(next + 1, page.lines.get(next)));
        next++;
      }
      if (next == page.lines.size()) {
        throw new IllegalStateException(page.name + ":" + opening + ": the block has no end");
      }
      next++;
      page.blocks.add(new Block(page, opening, language, directives, hidden, lines));
      directives = List.of();
      hidden = List.of();
    }

    private void comment() {
      int opening = next + 1;
      List<Line> lines = new ArrayList<>();
      boolean ended = false;
      while (!ended) {
        if (next == page.lines.size()) {
          throw new IllegalStateException(page.name + ":" + opening + ": the comment has no end");
        }
        String text = page.lines.get(next);
        ended = text.endsWith(COMMENT_END);
        String rest = ended ? text.substring(0, text.length() - COMMENT_END.length()) : text;
        if (!rest.isBlank()) {
          lines.add(new Line(next + 1, rest));
        }
        next++;
      }
      if (lines.get(0).text().startsWith(TEST_COMMENT)) {
        String words = lines.get(0).text().substring(TEST_COMMENT.length());
        directives =
            Stream.of(words.split(";", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        hidden = List.copyOf(lines.subList(1, lines.size()));
      }
    }
  }
}
