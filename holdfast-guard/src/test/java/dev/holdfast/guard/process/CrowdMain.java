package dev.holdfast.guard.process;

import dev.holdfast.HoldfastException;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.guard.StaleTokenException;
import dev.holdfast.guard.jdbc.Conflicts;
import dev.holdfast.guard.jdbc.JdbcGuard;
import dev.holdfast.guard.jdbc.Writer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that takes a lock and writes under it, again and again, until its input ends. From time
 * to time it writes once more with a token whose lease it has given back, as a process does that
 * was paused. Arguments: addresses of the database and of Redis, the resource, a seed, and
 * "guarded" or "naive".
 */
public final class CrowdMain {

  private static final int MICROS_MAX = 2_000;
  private static final int LATE_ONE_IN = 3;

  private final Connection connection;
  private final Writer writer;
  private final Random random;
  private final boolean guarded;

  private CrowdMain(Connection connection, Writer writer, Random random, boolean guarded) {
    this.connection = connection;
    this.writer = writer;
    this.random = random;
    this.guarded = guarded;
  }

  public static void main(String[] arguments) throws Exception {
    String resource = arguments[2];
    try (LockClient locks = LockClient.builder(arguments[1]).sessionTtl(StepsMain.TTL).connect();
        Connection connection = DriverManager.getConnection(arguments[0])) {
      connection.setAutoCommit(false);
      CrowdMain crowd =
          new CrowdMain(
              connection,
              new Writer(JdbcGuard.create(), resource),
              new Random(Long.parseLong(arguments[3])),
              arguments[4].equals("guarded"));
      System.out.println("ready");
      while (System.in.available() == 0) {
        crowd.round(locks, resource);
      }
    }
    System.out.println("ended");
  }

  private void round(LockClient locks, String resource) throws SQLException, InterruptedException {
    long token;
    try (Lease lease = locks.lock(resource).acquire(Duration.ofSeconds(30))) {
      token = lease.fencingToken();
      write(token);
    } catch (LockLostException lost) {
      System.out.println("lost");
      return;
    } catch (HoldfastException e) {
      // Not granted in time, or no answer to the release: the machine is crowded.
      System.out.println("trouble " + e.getMessage());
      return;
    }
    if (random.nextInt(LATE_ONE_IN) == 0) {
      dawdle();
      write(token);
    }
  }

  private void write(long token) throws SQLException {
    try {
      long read = guarded ? writer.read(connection, token) : writer.value(connection);
      dawdle();
      writer.write(connection, token, read);
      dawdle();
      connection.commit();
      System.out.println("committed");
    } catch (StaleTokenException refused) {
      connection.rollback();
      System.out.println("refused");
    } catch (SQLException e) {
      if (!Conflicts.isConflict(e)) {
        throw e;
      }
      connection.rollback();
      System.out.println("conflict");
    }
  }

  /** Work, which takes its time. */
  private void dawdle() {
    LockSupport.parkNanos(1_000L * random.nextInt(MICROS_MAX));
  }
}
