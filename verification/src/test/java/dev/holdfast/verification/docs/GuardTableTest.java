package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each mutable field of the engine stands in the table that tells its guard, and no other does. */
class GuardTableTest {

  private static final String PAGE = "docs/internals/concurrency.md";
  private static final String ENGINE = "holdfast-core/src/main/java/dev/holdfast/engine/";

  /** Class, fields, guard, readers. */
  private static final Pattern ROW =
      Pattern.compile("\\| (`[^|]+) \\| ([^|]+) \\|[^|]+\\|[^|]+\\|");

  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private static final Pattern MUTABLE =
      Pattern.compile(
          "(?m)^  private (?:(?!static|final)[^=;(){]*?|final (?:Atomic|ConcurrentHashMap|Map<)[^=;]*?)"
              + "\\b(\\w+)(?: =[^;]*)?;");

  private final Map<String, Set<String>> table = new HashMap<>();

  private void readTable() {
    for (String line : Repository.page(PAGE).lines()) {
      if (ROW.matcher(line).matches()) {
        String[] cells = line.split("\\|", -1);
        for (String owner : names(cells[1])) {
          Set<String> fields = table.computeIfAbsent(owner, key -> new TreeSet<>());
          fields.addAll(names(cells[2]));
          if (cells[2].contains("all") || cells[2].contains("the others")) {
            fields.add("*");
          }
        }
      }
    }
  }

  private static List<String> names(String text) {
    return found(NAME, text);
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult one) -> one.group(1)).toList();
  }

  @Test
  void everyMutableField_hasItsLine() {
    readTable();
    List<String> missing = new ArrayList<>();
    for (String file : Repository.files(name -> name.startsWith(ENGINE))) {
      String owner = file.replaceAll(".*/(\\w+)\\.java", "$1");
      Set<String> listed = table.getOrDefault(owner, Set.of());
      for (String field : found(MUTABLE, Repository.read(file))) {
        if (!listed.contains(field) && !listed.contains("*")) {
          missing.add(owner + "." + field);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everyLine_isThatOfAField() {
    readTable();
    assertThat(table).hasSizeGreaterThan(15);
    List<String> unknown = new ArrayList<>();
    table.forEach(
        (owner, fields) -> {
          List<String> files =
              Repository.files(
                  name -> name.startsWith(ENGINE) && name.endsWith("/" + owner + ".java"));
          for (String field : fields) {
            boolean there =
                files.stream()
                    .map(Repository::read)
                    .anyMatch(text -> text.matches("(?s).*\\b" + field + "\\b.*"));
            if (!field.equals("*") && !there) {
              unknown.add(owner + "." + field);
            }
          }
        });
    assertThat(unknown).isEmpty();
  }

  @Test
  void mutableFields_areFound() {
    String source =
        """
          private volatile State state = State.ASKING;
          private int count;
          private final Map<String, Thread> holds = new HashMap<>(4);
          private final String name;
          private static long shared;
        """;

    assertThat(found(MUTABLE, source)).containsExactly("state", "count", "holds");
  }
}
