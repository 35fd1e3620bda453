package dev.holdfast.testing.history;

import dev.holdfast.testing.history.HistoryEvent.Ending;
import dev.holdfast.testing.history.HistoryEvent.Kind;
import dev.holdfast.testing.history.HistoryEvent.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Writes down what one process sees of its locks, for {@link HistoryChecker}.
 *
 * <p>Moments are {@link System#nanoTime()}. On Linux that is the clock CLOCK_MONOTONIC, which is
 * one clock for all processes of a machine (a test compares two JVMs), so that moments of different
 * logs can be compared. It runs on while a process is stopped.
 *
 * <p>Each event is one write to the file, which the system keeps even when the process is killed in
 * the next moment; a line that is cut off is ignored by the checker.
 *
 * <pre>{@code
 * long request = log.request(name);
 * Lease lease = lock.acquire();               // or log.outcome(…) of another kind
 * log.granted(name, request, lease.fencingToken());
 * while (log.isHeld(name, request, lease.fencingToken(), lease::isHeld) && more()) work();
 * long releaseNanos = log.now();
 * lease.close();
 * log.leave(name, request, lease.fencingToken(), releaseNanos, Ending.RELEASED);
 * }</pre>
 *
 * <p>Safe for use by many threads.
 */
public final class HistoryLog implements AutoCloseable {

  /**
   * In place of a token that nobody has told: that of a lock which a thread owns. Such a lease is
   * checked for exclusion, not for its token.
   */
  public static final long UNKNOWN_TOKEN = -1;

  static final String SUFFIX = ".log";

  private final OutputStream out;
  private final AtomicLong requests = new AtomicLong();

  /** So that lines do not mix. Held during a write to a file of this machine. */
  private final ReentrantLock lock = new ReentrantLock();

  private HistoryLog(OutputStream out) {
    this.out = out;
  }

  /**
   * Begins a log.
   *
   * @param folder an existing folder, the same for all processes of a run
   * @param client name of this process, unlike that of any other in the run; names the file
   * @return the log
   */
  public static HistoryLog create(Path folder, String client) {
    Path file = folder.resolve(client + SUFFIX);
    try {
      return new HistoryLog(
          Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The present moment.
   *
   * @return nanoseconds of the common clock
   */
  public long now() {
    return System.nanoTime();
  }

  /**
   * Says that the calling thread is about to ask for a lock. Exactly one {@link #granted} or {@link
   * #outcome} must follow.
   *
   * @param name name of the lock
   * @return the number of the request, for all that follows
   */
  public long request(String name) {
    long request = requests.incrementAndGet();
    write(now(), Kind.REQUEST, name, request, 0, "");
    return request;
  }

  /**
   * Says that a request ended without a lease.
   *
   * @param name name of the lock
   * @param request number of the request
   * @param outcome how; for a grant call {@link #granted}
   */
  public void outcome(String name, long request, Outcome outcome) {
    write(now(), Kind.OUTCOME, name, request, 0, outcome.name());
  }

  /**
   * Says that a request ended with a lease. To be called when the call that gave it has returned,
   * and at once.
   *
   * @param name name of the lock
   * @param request number of the request
   * @param token fencing token of the lease, or {@link #UNKNOWN_TOKEN}
   */
  public void granted(String name, long request, long token) {
    long nanos = now();
    write(nanos, Kind.OUTCOME, name, request, token, Outcome.GRANTED.name());
    write(nanos, Kind.ENTER, name, request, token, "");
  }

  /**
   * Asks a lease whether it is held, and writes down the answer.
   *
   * @param name name of the lock
   * @param request number of the request
   * @param token fencing token of the lease
   * @param isHeld the question
   * @return its answer
   */
  public boolean isHeld(String name, long request, long token, BooleanSupplier isHeld) {
    long nanos = now();
    boolean held = isHeld.getAsBoolean();
    write(nanos, held ? Kind.HELD : Kind.LOST, name, request, token, "");
    return held;
  }

  /**
   * Says how the release of a lease ended.
   *
   * @param name name of the lock
   * @param request number of the request
   * @param token fencing token of the lease
   * @param releaseNanos {@link #now} before the release was called
   * @param ending how it ended
   */
  public void leave(String name, long request, long token, long releaseNanos, Ending ending) {
    write(releaseNanos, Kind.LEAVE, name, request, token, ending.name());
  }

  private void write(long nanos, Kind kind, String name, long request, long token, String detail) {
    String thread = Thread.currentThread().getName();
    HistoryEvent event = new HistoryEvent("", nanos, kind, thread, name, request, token, detail);
    byte[] line = HistoryLine.format(event).getBytes(StandardCharsets.UTF_8);
    lock.lock();
    try {
      out.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      lock.unlock();
    }
  }

  /** Says that the process ends in an orderly way, all its requests ended, and closes the file. */
  @Override
  public void close() {
    write(now(), Kind.END, "", 0, 0, "");
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
