package dev.holdfast.guard.jdbc;

import java.sql.SQLException;
import java.util.List;

/** Tells the errors after which a transaction is to be run again. */
public final class Conflicts {

  /** What H2 says for them, beside class 40: concurrent update, and the end of its lock wait. */
  private static final List<String> OF_H2 = List.of("90131", "HYT00");

  private Conflicts() {}

  public static boolean isConflict(SQLException e) {
    String state = e.getSQLState();
    return state != null && (state.startsWith("40") || OF_H2.contains(state));
  }
}
