package dev.holdfast.verification.chaos.worker;

import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import dev.holdfast.LockListener;
import dev.holdfast.LossReason;
import dev.holdfast.testing.history.HistoryLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The process that is killed and paused. Standard output is for the run that started it:
 *
 * <pre>
 * ready             it works
 * stats NUMBERS     four times a second, see {@link WorkerStats.Snapshot}
 * problem TEXT      something that must not happen; standard error has more
 * ended             all requests have ended, the client is closed; the process ends
 * </pre>
 *
 * <p>It works until its standard input ends.
 */
public final class Worker {

  private static final Duration END_WAIT_MAX = Duration.ofSeconds(60);
  private static final long STATS_MILLIS = 250;
  private static final int EXIT_USAGE = 64;

  private final WorkerOptions options;
  private final PrintStream out;
  private final HistoryLog log;
  private final WorkerStats stats = new WorkerStats();
  private final LockClient client;
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Interrupter interrupter = new Interrupter(timer);
  // Set by the main thread, read by all.
  private volatile boolean ending;

  private Worker(WorkerOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
    this.log = HistoryLog.create(options.folder(), options.client());
    this.client =
        LockClient.builder(options.uri())
            .sessionTtl(options.ttl())
            .clientName(options.client())
            .listener(
                new LockListener() {
                  @Override
                  public void onLost(
                      LockKind kind,
                      String name,
                      long fencingToken,
                      Duration held,
                      LossReason reason) {
                    stats.losses.incrementAndGet();
                  }
                })
            // A process may be started while its network is broken.
            .lazyConnect(true)
            .connect();
  }

  /**
   * Runs the process.
   *
   * @param arguments those of {@link WorkerOptions}
   * @throws IOException if standard input can't be read
   */
  public static void main(String[] arguments) throws IOException {
    WorkerOptions options;
    try {
      options = WorkerOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(EXIT_USAGE);
      return;
    }
    new Worker(options, System.out).work();
    System.exit(0);
  }

  private void work() throws IOException {
    List<Thread> threads = start();
    var unused = timer.scheduleAtFixedRate(this::tellStats, 0, STATS_MILLIS, TimeUnit.MILLISECONDS);
    out.println("ready");
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      @Nullable String line = in.readLine();
      while (line != null) {
        line = in.readLine();
      }
    }
    ending = true;
    if (awaitEnd(threads)) {
      client.close();
      log.close();
      tellStats();
      out.println("ended");
    }
  }

  private List<Thread> start() {
    Random seeds = new Random(options.seed());
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= options.threads(); i++) {
      GuardedCounter counter = new GuardedCounter("127.0.0.1", options.guardPort());
      WorkerThread work = new WorkerThread(this, counter, seeds.nextLong());
      Thread thread = new Thread(work, options.client() + "-" + i);
      thread.setUncaughtExceptionHandler((dead, failure) -> problem("A worker died", failure));
      thread.start();
      threads.add(thread);
    }
    return threads;
  }

  /** Whether all have ended; if not, says where they are. */
  private boolean awaitEnd(List<Thread> threads) {
    long limitNanos = System.nanoTime() + END_WAIT_MAX.toNanos();
    boolean ended = true;
    for (Thread thread : threads) {
      try {
        thread.join(Math.max(1, (limitNanos - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException e) {
        throw new IllegalStateException("Nobody interrupts the main thread", e);
      }
      if (thread.isAlive()) {
        ended = false;
        IllegalStateException where = new IllegalStateException(thread.getName() + " is here");
        where.setStackTrace(thread.getStackTrace());
        problem("A request has not ended within " + END_WAIT_MAX, where);
      }
    }
    return ended;
  }

  private void tellStats() {
    out.println("stats " + stats.snapshot());
  }

  /** Tells the run of something that must not happen. */
  void problem(String what, @Nullable Throwable failure) {
    out.println("problem " + what + (failure == null ? "" : ": " + failure));
    if (failure != null) {
      synchronized (System.err) {
        System.err.println(Thread.currentThread().getName() + ": " + what);
        for (StackTraceElement element : failure.getStackTrace()) {
          System.err.println("    at " + element);
        }
      }
    }
  }

  WorkerOptions options() {
    return options;
  }

  LockClient client() {
    return client;
  }

  HistoryLog log() {
    return log;
  }

  WorkerStats stats() {
    return stats;
  }

  Interrupter interrupter() {
    return interrupter;
  }

  boolean ending() {
    return ending;
  }
}
