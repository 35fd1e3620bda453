package dev.holdfast.guard.jdbc;

import java.util.regex.Pattern;

/** Checks the names that become part of a statement as they are. */
final class SqlNames {

  private static final Pattern COLUMN = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
  private static final Pattern TABLE = Pattern.compile(COLUMN + "(\\." + COLUMN + "){0,2}");

  private SqlNames() {}

  static String table(String name) {
    return check(TABLE, "table, such as orders or shop.orders", name);
  }

  static String column(String name) {
    return check(COLUMN, "column", name);
  }

  private static String check(Pattern allowed, String what, String name) {
    if (!allowed.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Not the plain name of a " + what + ", without quotes: '" + name + "'");
    }
    return name;
  }
}
