package dev.holdfast.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of text under each other: the first column to the left, the others to the right. */
final class Table {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  void add(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String blanks = " ".repeat(width(column) - cell.length());
        line.append(column == 0 ? cell + blanks : GAP + blanks + cell);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> column < row.size())
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }
}
