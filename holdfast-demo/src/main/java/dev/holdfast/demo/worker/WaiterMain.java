package dev.holdfast.demo.worker;

import dev.holdfast.cli.report.DriverLog;
import dev.holdfast.demo.event.What;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Some threads that each wait for the lock once, hold it for a moment, and give it back. The first
 * argument says how many. Nothing but the times of this is of interest, so there is no counter.
 */
public final class WaiterMain {

  private static final long HOLD_MILLIS = 20;
  private static final int WARM_UPS = 10;

  private WaiterMain() {}

  /** The program. */
  public static void main(String[] arguments) throws Exception {
    DriverLog.install();
    WorkerOptions options = WorkerOptions.read(System.getenv());
    List<Thread> threads = new ArrayList<>();
    Reporter reporter = new Reporter(options.name(), System.out);
    try (Claims claims = new Claims(options, reporter)) {
      for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
        Claim claim = claims.next();
        threads.add(new Thread(() -> waitOnce(claim, reporter), "waiter-" + i));
      }
      warmUp(options);
      reporter.report(What.READY);
      System.in.read(); // Until all processes are ready.
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      reporter.report(What.DONE);
    }
  }

  /** A JVM loads its classes at their first use, which is not what is to be measured. */
  private static void warmUp(WorkerOptions options) throws IOException, InterruptedException {
    Reporter nobody =
        new Reporter(
            "", new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    WorkerOptions elsewhere = options.ofLock(options.lock() + ":" + options.name());
    try (Claims claims = new Claims(elsewhere, nobody)) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Claim claim = claims.next();
        threads.add(new Thread(() -> warmUp(claim), "warm-up-" + i));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private static void warmUp(Claim claim) {
    try {
      for (int i = 0; i < WARM_UPS; i++) {
        claim.acquire();
        claim.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void waitOnce(Claim claim, Reporter reporter) {
    try {
      reporter.report(What.ASKS);
      claim.acquire();
      reporter.report(What.HOLDS, claim.token());
      Thread.sleep(HOLD_MILLIS);
      claim.release();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The claims of the threads: all on one client with Holdfast, each on a connection otherwise. */
  private static final class Claims implements AutoCloseable {

    private final WorkerOptions options;
    private final Reporter reporter;
    private final List<Claim> all = new ArrayList<>();

    Claims(WorkerOptions options, Reporter reporter) {
      this.options = options;
      this.reporter = reporter;
    }

    Claim next() throws IOException {
      Claim claim;
      if (options.naive()) {
        claim = new NaiveClaim(options, reporter);
      } else if (all.isEmpty()) {
        claim = new HoldfastClaim(options, reporter);
      } else {
        claim = ((HoldfastClaim) all.get(0)).sibling();
      }
      all.add(claim);
      return claim;
    }

    @Override
    public void close() {
      all.forEach(Claim::close);
    }
  }
}
