package dev.holdfast.demo.stage;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockClient;
import dev.holdfast.LockView;
import dev.holdfast.demo.event.Event;
import dev.holdfast.demo.event.EventLog;
import dev.holdfast.demo.event.What;
import dev.holdfast.demo.redis.PlainRedis;
import dev.holdfast.demo.redis.RedisAddress;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks a store again and again who holds the lock, and reports each change. */
final class StoreWatch implements AutoCloseable {

  private static final long LOOK_MILLIS = 15;

  private final String lane;
  private final EventLog log;
  private final Look look;
  private final Thread thread;
  private volatile boolean ended;

  /** One way to look. */
  private interface Look extends AutoCloseable {

    /** The holder's name; empty if there is none. */
    String holder() throws IOException;

    @Override
    void close() throws IOException;
  }

  private StoreWatch(String lane, EventLog log, Look look) {
    this.lane = lane;
    this.log = log;
    this.look = look;
    this.thread = new Thread(this::run, "demo-watch-" + lane);
    thread.setDaemon(true);
  }

  static StoreWatch naive(String lane, EventLog log, String uri, String lock) throws IOException {
    PlainRedis redis = PlainRedis.connect(RedisAddress.parse(uri));
    return started(
        new StoreWatch(
            lane,
            log,
            new Look() {
              @Override
              public String holder() throws IOException {
                @Nullable String value = redis.command("GET", lock);
                return value == null ? "" : value;
              }

              @Override
              public void close() throws IOException {
                redis.close();
              }
            }));
  }

  static StoreWatch holdfast(String lane, EventLog log, String uri, String lock) {
    LockClient locks = LockClient.builder(uri).clientName("watch").connect();
    return started(
        new StoreWatch(
            lane,
            log,
            new Look() {
              @Override
              public String holder() {
                List<LockView.Holder> holders = locks.lock(lock).inspect().holders();
                return holders.isEmpty() ? "" : holders.get(0).party().client();
              }

              @Override
              public void close() {
                locks.close();
              }
            }));
  }

  private static StoreWatch started(StoreWatch watch) {
    watch.thread.start();
    return watch;
  }

  private void run() {
    String before = "";
    try {
      while (!ended) {
        String holder = look.holder();
        if (!holder.equals(before)) {
          log.add(Event.now(lane, What.HOLDER, holder));
          before = holder;
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (IOException | HoldfastException e) {
      // A server that was killed holds nothing for anybody.
      if (!before.isEmpty()) {
        log.add(Event.now(lane, What.HOLDER, ""));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looks no more. */
  @Override
  public void close() throws IOException, InterruptedException {
    ended = true;
    thread.join();
    look.close();
  }
}
