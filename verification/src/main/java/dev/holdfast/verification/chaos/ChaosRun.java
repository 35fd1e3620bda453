package dev.holdfast.verification.chaos;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.history.HistoryChecker;
import dev.holdfast.testing.history.HistoryReport;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.verification.chaos.ChaosReport.Counter;
import dev.holdfast.verification.chaos.worker.GuardedCounter;
import dev.holdfast.verification.chaos.worker.Plant;
import dev.holdfast.verification.chaos.worker.WorkerOptions;
import dev.holdfast.verification.chaos.worker.WorkerStats.Snapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Lets worker processes fight for a few locks while they are killed and paused and their networks
 * fail, and then judges what they have written down.
 *
 * <p>The seed decides what is drawn. The run is not repeated exactly by it, since real processes
 * run at their own pace, but the same kinds of things happen in the same order.
 */
public final class ChaosRun {

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** For a process that is gone to leave the queue: its TTL and a slow machine. */
  private static final Duration FREE_WAIT_MORE = Duration.ofSeconds(10);

  private final ChaosOptions options;
  private final Path folder;
  private final Consumer<String> progress;

  /**
   * Prepares a run.
   *
   * @param options how it goes
   * @param folder an empty folder for the logs
   * @param progress gets a line from time to time
   */
  public ChaosRun(ChaosOptions options, Path folder, Consumer<String> progress) {
    this.options = options;
    this.folder = folder;
    this.progress = progress;
  }

  /**
   * Runs and judges.
   *
   * @return what came of it
   */
  public ChaosReport run() {
    List<Post> posts = new ArrayList<>();
    try (RedisServer server = RedisServer.start(options.version());
        RedisServer guarded = RedisServer.start(RedisVersion.EMBEDDED_6_2)) {
      for (int i = 1; i <= options.processes(); i++) {
        posts.add(new Post(i, options, folder, server, guarded.port()));
      }
      posts.forEach(Post::awaitReady);
      Mischiefs mischiefs = new Mischiefs(posts, server, options.ttl(), options.seed());
      rage(posts, mischiefs);
      progress.accept("Over. Waiting until all requests have ended.");
      posts.forEach(Post::end);
      posts.forEach(Post::awaitEnd);
      return judge(posts, mischiefs, server, guarded);
    } finally {
      posts.forEach(Post::close);
    }
  }

  private void rage(List<Post> posts, Mischiefs mischiefs) {
    Random random = new Random(options.seed());
    long startNanos = System.nanoTime();
    long nextNanos = startNanos;
    long progressNanos = startNanos + PROGRESS_NANOS;
    while (System.nanoTime() - startNanos < options.duration().toNanos()) {
      mischiefs.tick();
      if (options.plant() == Plant.NONE && System.nanoTime() - nextNanos >= 0) {
        mischiefs.next();
        nextNanos = System.nanoTime() + quietNanos(random);
      }
      if (System.nanoTime() - progressNanos >= 0) {
        progressNanos += PROGRESS_NANOS;
        tellProgress(posts, mischiefs, System.nanoTime() - startNanos);
      }
      LockSupport.parkNanos(TICK_NANOS);
    }
    mischiefs.endAll();
  }

  /** Half of the time a network works, else nobody would ever get a lock. */
  private long quietNanos(Random random) {
    long ttlNanos = options.ttl().toNanos();
    return ttlNanos / 20 + random.nextLong(ttlNanos / 2);
  }

  private void tellProgress(List<Post> posts, Mischiefs mischiefs, long nanos) {
    Snapshot sum = posts.stream().map(Post::counted).reduce(Snapshot.ZERO, Snapshot::plus);
    int done = mischiefs.done().values().stream().mapToInt(Integer::intValue).sum();
    progress.accept(
        "%3d s: %d requests, %d leases, %d losses told, %d faults done, %d processes killed"
            .formatted(
                TimeUnit.NANOSECONDS.toSeconds(nanos),
                sum.requests(),
                sum.leases(),
                sum.losses(),
                done,
                mischiefs.killed().size()));
  }

  private ChaosReport judge(
      List<Post> posts, Mischiefs mischiefs, RedisServer server, RedisServer guarded) {
    List<String> problems = new ArrayList<>();
    posts.forEach(post -> problems.addAll(post.problems()));
    HistoryReport history = HistoryChecker.check(folder, mischiefs.killed());
    return new ChaosReport(
        history,
        posts.stream().map(Post::total).reduce(Snapshot.ZERO, Snapshot::plus),
        mischiefs.summary(),
        counters(guarded),
        leftovers(server, problems),
        problems);
  }

  private Map<String, Counter> counters(RedisServer guarded) {
    Map<String, Counter> counters = new LinkedHashMap<>();
    try (GuardedCounter counter = new GuardedCounter(guarded.host(), guarded.port())) {
      for (String lock : WorkerOptions.lockNames(options.names())) {
        counters.put(lock, new Counter(counter.value(lock), counter.accepted(lock)));
      }
    }
    return counters;
  }

  /** Each lock can be had again, and then nothing is left but the constant keys. */
  private List<String> leftovers(RedisServer server, List<String> problems) {
    Duration wait = options.ttl().plus(FREE_WAIT_MORE);
    // Patient, because nothing is asked here about how quick a busy machine is.
    try (LockClient client = LockClient.connect(server.uri() + "?connectTimeout=60s&timeout=30s");
        RawRedis raw = server.raw()) {
      for (String lock : WorkerOptions.lockNames(options.names())) {
        try (Lease lease = client.lock(lock).acquire(wait)) {
          progress.accept(lock + " is free again; its token is " + lease.fencingToken());
        }
      }
      List<String> left = new ArrayList<>();
      if (raw.command("KEYS", "*}:[lqw]:*") instanceof List<?> keys) {
        keys.forEach(key -> left.add(String.valueOf(key)));
      }
      return left;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while looking what is left", e);
    } catch (RuntimeException e) {
      problems.add("After the run a lock was not free within " + wait + ": " + e);
      return List.of();
    }
  }
}
