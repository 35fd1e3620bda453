package dev.holdfast.guard.process;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.guard.StaleTokenException;
import dev.holdfast.guard.jdbc.JdbcGuard;
import dev.holdfast.guard.jdbc.Writer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A process that takes a lock and writes under it, one step for each line that it is sent: acquire,
 * check (which reads too), write, commit. It never asks whether it still holds the lock, so it is
 * as wrong as a process can be. Arguments: addresses of the database and of Redis, the resource.
 */
public final class StepsMain {

  static final Duration TTL = Duration.ofSeconds(1);

  private final Connection connection;
  private final LockClient locks;
  private final String resource;
  private final Writer writer;
  private long token;
  private long read;

  private StepsMain(Connection connection, LockClient locks, String resource) {
    this.connection = connection;
    this.locks = locks;
    this.resource = resource;
    this.writer = new Writer(JdbcGuard.create(), resource);
  }

  public static void main(String[] arguments) throws Exception {
    try (LockClient locks = LockClient.builder(arguments[1]).sessionTtl(TTL).connect();
        Connection connection = DriverManager.getConnection(arguments[0]);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      connection.setAutoCommit(false);
      StepsMain steps = new StepsMain(connection, locks, arguments[2]);
      System.out.println("ready");
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(steps.answer(line));
      }
    } finally {
      // The lease may be lost; nothing of that matters here.
      Runtime.getRuntime().halt(0);
    }
  }

  private String answer(String step) throws InterruptedException {
    try {
      return step(step);
    } catch (StaleTokenException refused) {
      return "refused " + refused.acceptedToken();
    } catch (SQLException e) {
      return "failed " + e.getMessage().lines().findFirst().orElse("");
    }
  }

  private String step(String step) throws SQLException, InterruptedException {
    switch (step) {
      case "acquire" -> {
        Lease lease = locks.lock(resource).acquire(Duration.ofSeconds(20));
        token = lease.fencingToken();
        return "done " + token;
      }
      case "check" -> read = writer.read(connection, token);
      case "write" -> writer.write(connection, token, read);
      case "commit" -> connection.commit();
      case "rollback" -> connection.rollback();
      default -> throw new IllegalArgumentException(step);
    }
    return "done";
  }
}
