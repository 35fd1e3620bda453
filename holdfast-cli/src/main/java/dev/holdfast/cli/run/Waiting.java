package dev.holdfast.cli.run;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.cli.report.ExitCode;
import dev.holdfast.cli.report.Notices;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The first half of a run: until the lock is granted, refused, or a signal ends the wait.
 *
 * <pre>
 *   WAITING --granted--> the command is started
 *           --not granted, store away--> exit
 *           --INT, TERM, HUP--> request withdrawn --> exit 128 + n
 *           --USR1, USR2, WINCH, CONT--> WAITING: there is no command yet to pass them on to
 * </pre>
 */
final class Waiting {

  /** How a wait ended. */
  sealed interface End {}

  /** The lock is ours. */
  record Granted(Lease lease) implements End {}

  /** A signal ended the wait. */
  record Stopped(int exitCode) implements End {}

  /** The request failed. */
  record Failed(Throwable cause) implements End {}

  private static final Duration WITHOUT_LIMIT = Duration.ofSeconds(Long.MAX_VALUE);

  private final BlockingQueue<Event> events;
  private final Notices notices;

  Waiting(BlockingQueue<Event> events, Notices notices) {
    this.events = events;
    this.notices = notices;
  }

  End await(DistributedLock lock, RunOptions options, String store) throws InterruptedException {
    WaitNotices progress =
        new WaitNotices(lock.name(), lock::inspect, events, notices, System.nanoTime());
    CompletableFuture<Lease> request = lock.acquireAsync(options.waitMax().orElse(WITHOUT_LIMIT));
    CompletableFuture<Boolean> unused = request.handle(this::tell);
    while (true) {
      Event event = events.poll(progress.nanosUntilNext(System.nanoTime()), TimeUnit.NANOSECONDS);
      long nowNanos = System.nanoTime();
      progress.tick(nowNanos);
      if (event instanceof Event.Granted granted) {
        Lease lease = granted.lease();
        notices.acquired(lease.name(), lease.fencingToken(), store, progress.waited(nowNanos));
        return new Granted(lease);
      } else if (event instanceof Event.NotGranted not) {
        return new Failed(not.cause());
      } else if (event instanceof Event.Looked looked) {
        progress.tell(looked.view(), nowNanos);
      } else if (event instanceof Event.Signalled s && s.signal().endsWait()) {
        request.cancel(false); // A grant that crosses this is given back by the library.
        return new Stopped(ExitCode.ofSignal(s.signal().number()));
      }
    }
  }

  /** Runs on a thread of the library. */
  private boolean tell(@Nullable Lease lease, @Nullable Throwable failure) {
    if (lease != null) {
      return events.add(new Event.Granted(lease));
    }
    Throwable cause = Objects.requireNonNull(failure, "neither lease nor failure");
    @Nullable Throwable wrapped = cause instanceof CompletionException ? cause.getCause() : null;
    return events.add(new Event.NotGranted(wrapped == null ? cause : wrapped));
  }
}
