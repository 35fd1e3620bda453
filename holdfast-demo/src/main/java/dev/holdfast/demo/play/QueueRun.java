package dev.holdfast.demo.play;

import static dev.holdfast.demo.event.What.ASKS;
import static dev.holdfast.demo.event.What.DONE;
import static dev.holdfast.demo.event.What.HOLDS;
import static dev.holdfast.demo.event.What.READY;
import static dev.holdfast.demo.event.What.RELEASES;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.demo.event.Event;
import dev.holdfast.demo.event.EventLog;
import dev.holdfast.demo.picture.QueuePicture;
import dev.holdfast.demo.redis.PlainRedis;
import dev.holdfast.demo.redis.RedisAddress;
import dev.holdfast.demo.stage.Half;
import dev.holdfast.demo.stage.Scene;
import dev.holdfast.demo.stage.SceneOptions;
import dev.holdfast.demo.stage.WorkerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Many wait for one lock: what that costs the store, and how long a released lock lies about.
 *
 * <p>The lock is held first by the demo itself. When all are waiting, the commands that the server
 * carries out are counted for a while, those inside of scripts and of renewals too. Then the lock
 * is released, and the waiters get in one after the other, each for a moment.
 */
final class QueueRun implements Play {

  private static final int PROCESSES = 4;
  private static final int THREADS = 5;
  private static final int WAITERS = PROCESSES * THREADS;
  private static final Duration MAX = Duration.ofSeconds(30);
  private static final Duration COUNTED = Duration.ofSeconds(3);

  /** Each session is renewed once while commands are counted: every third of its TTL. */
  private static final Duration TTL = COUNTED.multipliedBy(3);

  /** The first lock of the naive half is not to run out. */
  private static final Duration FIRST = Duration.ofMinutes(1);

  private static final Pattern CALLS = Pattern.compile("cmdstat_(\\S+):calls=(\\d+)");

  @Override
  public String name() {
    return "queue";
  }

  @Override
  public String title() {
    return WAITERS + " waiters in " + PROCESSES + " processes";
  }

  @Override
  public boolean takesStore() {
    return true;
  }

  @Override
  public Outcome run(Optional<String> store, boolean guarded, PrintStream out) throws Exception {
    List<QueueHalf> halves = new ArrayList<>();
    for (Half half : List.of(Half.NAIVE, Half.HOLDFAST)) {
      out.printf(
          "%n%s%n", half.naive() ? "The naive way (SET NX, sleep 100 ms, again)" : "With Holdfast");
      halves.add(play(half, store, out));
    }
    QueueHalf naive = halves.get(0);
    QueueHalf ours = halves.get(1);
    boolean kept = ours.entries() == WAITERS && ours.alone() && ours.commands() < naive.commands();
    QueuePicture picture =
        new QueuePicture("queue: " + title(), halves.stream().map(QueueRun::drawn).toList());
    return new Outcome(kept, picture.lines(), picture.svg());
  }

  private static QueuePicture.Half drawn(QueueHalf half) {
    return new QueuePicture.Half(
        half.half().title(),
        half.half().naive(),
        half.commandsPerSecond(),
        half.gapsMillis(),
        half.medianGap(),
        half.longestGap());
  }

  private static QueueHalf play(Half half, Optional<String> store, PrintStream out)
      throws Exception {
    EventLog log = new EventLog(event -> {});
    try (Scene scene = Scene.open(new SceneOptions(half, store, true, TTL), log);
        Holder holder = Holder.of(half, scene)) {
      List<WorkerProcess> processes = new ArrayList<>();
      for (int i = 1; i <= PROCESSES; i++) {
        processes.add(scene.waiters("P" + i, THREADS));
      }
      for (WorkerProcess process : processes) {
        process.await(READY);
        process.send("begin");
      }
      log.awaitCount(ASKS, WAITERS, MAX);
      scene.pass(Duration.ofMillis(500));
      say(out, "%d wait; the server's commands are counted for %d s", WAITERS, COUNTED.toSeconds());

      long startNanos = System.nanoTime();
      long before = commands(scene.store());
      scene.pass(COUNTED);
      long commands = commands(scene.store()) - before;
      double seconds = (System.nanoTime() - startNanos) / 1e9;
      say(out, "%d commands, that is %.0f each second", commands, commands / seconds);

      long releasedMicros = Event.nowMicros();
      holder.release();
      log.awaitCount(DONE, PROCESSES, MAX);
      QueueHalf measured = measured(half, commands, seconds, releasedMicros, log.events());
      say(
          out,
          "%d got in one after the other; from a release to the next entry: median %.1f ms, at"
              + " most %.1f ms",
          measured.entries(),
          measured.medianGap(),
          measured.longestGap());
      return measured;
    }
  }

  private static void say(PrintStream out, String format, Object... values) {
    out.print("  " + String.format(Locale.ROOT, format, values) + "\n");
    out.flush();
  }

  private static QueueHalf measured(
      Half half, long commands, double seconds, long releasedMicros, List<Event> events) {
    List<Double> gaps = new ArrayList<>();
    long freeSince = releasedMicros;
    int entries = 0;
    boolean alone = true;
    boolean inside = false;
    for (Event event : events) {
      if (event.what() == HOLDS) {
        alone &= !inside;
        inside = true;
        entries++;
        gaps.add((event.micros() - freeSince) / 1e3);
      } else if (event.what() == RELEASES) {
        inside = false;
        freeSince = event.micros();
      }
    }
    return new QueueHalf(half, commands, seconds, gaps, entries, alone);
  }

  /** All commands so far, but for those that ask for this. */
  private static long commands(String store) throws IOException {
    try (PlainRedis redis = PlainRedis.connect(RedisAddress.parse(store))) {
      @Nullable String info = redis.command("INFO", "commandstats");
      long sum = 0;
      Matcher calls = CALLS.matcher(info == null ? "" : info);
      while (calls.find()) {
        boolean ours = List.of("info", "auth", "select").contains(calls.group(1));
        sum += ours ? 0 : Long.parseLong(calls.group(2));
      }
      return sum;
    }
  }

  /** Has the lock first. */
  private interface Holder extends AutoCloseable {

    void release() throws IOException;

    static Holder of(Half half, Scene scene) throws IOException, InterruptedException {
      return half.naive() ? naive(scene) : holdfast(scene);
    }

    private static Holder naive(Scene scene) throws IOException, InterruptedException {
      PlainRedis redis = PlainRedis.connect(RedisAddress.parse(scene.store()));
      redis.command("SET", scene.lock(), "demo", "PX", Long.toString(FIRST.toMillis()));
      return new Holder() {
        @Override
        public void release() throws IOException {
          redis.command("DEL", scene.lock());
        }

        @Override
        public void close() throws IOException {
          redis.close();
        }
      };
    }

    private static Holder holdfast(Scene scene) throws IOException, InterruptedException {
      LockClient locks =
          LockClient.builder(scene.store()).clientName("demo").sessionTtl(TTL).connect();
      Lease lease = locks.lock(scene.lock()).acquire();
      return new Holder() {
        @Override
        public void release() {
          lease.close();
        }

        @Override
        public void close() {
          locks.close();
        }
      };
    }
  }
}
