package dev.holdfast.demo.worker;

import dev.holdfast.cli.report.DriverLog;
import dev.holdfast.demo.event.What;
import dev.holdfast.guard.StaleTokenException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/**
 * A worker: increments the counter under the lock when it is told so on standard input.
 *
 * <pre>
 *   clear               removes the lock that is there, if the way of locking knows no better
 *   round MILLIS        acquire, read, work so long, write, release; again, until it is written
 *   round MILLIS wait   the same, but waits for "go" between its last look and the write
 * </pre>
 *
 * The end of the input ends it.
 */
public final class WorkerMain {

  private final Claim claim;
  private final Counter counter;
  private final Reporter reporter;
  private final BufferedReader commands;

  /** Whether the next look at the lock is followed by a wait for "go"; used by one thread only. */
  private boolean waits;

  private WorkerMain(Claim claim, Counter counter, Reporter reporter, BufferedReader commands) {
    this.claim = claim;
    this.counter = counter;
    this.reporter = reporter;
    this.commands = commands;
  }

  /** The program. */
  public static void main(String[] arguments) throws Exception {
    DriverLog.install();
    WorkerOptions options = WorkerOptions.read(System.getenv());
    Reporter reporter = new Reporter(options.name(), System.out);
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Counter counter = new Counter(options);
        Claim claim =
            options.naive()
                ? new NaiveClaim(options, reporter)
                : new HoldfastClaim(options, reporter)) {
      new WorkerMain(claim, counter, reporter, commands).obey();
    }
  }

  private void obey() throws IOException, InterruptedException, SQLException {
    reporter.report(What.READY);
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("clear")) {
        claim.clear();
      } else {
        waits = words.length > 2;
        round(Long.parseLong(words[1]));
      }
    }
  }

  private void round(long workMillis) throws IOException, InterruptedException, SQLException {
    while (!isWritten(workMillis)) {
      // Until it has written, with the lock taken anew.
    }
    reporter.report(What.DONE);
  }

  private boolean isWritten(long workMillis)
      throws IOException, InterruptedException, SQLException {
    reporter.report(What.ASKS);
    claim.acquire();
    reporter.report(What.HOLDS, claim.token());
    try {
      long value = counter.read(claim.token());
      reporter.report(What.READS, value);
      Thread.sleep(workMillis);
      if (!claim.believes()) {
        return false;
      }
      reporter.report(What.CHECKS);
      if (waits) {
        waits = false;
        commands.readLine();
      }
      long write = counter.write(claim.token(), value);
      reporter.report(What.WRITES, write + " " + value + " " + (value + 1));
      return true;
    } catch (StaleTokenException stale) {
      reporter.report(What.REFUSED, stale.acceptedToken());
      return false;
    } finally {
      claim.release();
    }
  }
}
