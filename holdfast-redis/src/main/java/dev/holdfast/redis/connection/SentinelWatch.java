package dev.holdfast.redis.connection;

import dev.holdfast.spi.Scheduler;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Listens to one sentinel for the news that another server has become the primary. A connection to
 * the former one may live on, when it was only cut off from the sentinels, so that nothing else
 * would tell.
 *
 * <p>Connects again whenever the connection has ended. What was missed meanwhile is asked for.
 */
final class SentinelWatch {

  private static final Logger LOGGER = System.getLogger(SentinelWatch.class.getName());
  private static final String CHANNEL = "+switch-master";
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final RedisClient client;
  private final RedisURI sentinel;
  private final String master;
  private final Scheduler scheduler;
  private final Runnable onNews;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final AtomicReference<@Nullable StatefulRedisPubSubConnection<String, String>> present =
      new AtomicReference<>();
  private volatile boolean closed;

  /**
   * Does not connect yet.
   *
   * @param onNews called when the primary may be another one by now
   */
  SentinelWatch(
      RedisClient client, RedisURI sentinel, String master, Scheduler scheduler, Runnable onNews) {
    this.client = client;
    this.sentinel = sentinel;
    this.master = master;
    this.scheduler = scheduler;
    this.onNews = onNews;
  }

  /** Listens from now on. Only the first call counts. */
  void begin() {
    if (begun.compareAndSet(false, true)) {
      connect();
    }
  }

  private void connect() {
    if (closed) {
      return;
    }
    CompletableFuture<?> unused =
        client
            .connectPubSubAsync(TextCodec.INSTANCE, sentinel)
            .toCompletableFuture()
            .whenComplete(
                (connection, failure) -> {
                  if (failure != null) {
                    LOGGER.log(Level.DEBUG, "A sentinel can''t be listened to", failure);
                    connectLater();
                  } else {
                    listen(connection);
                  }
                });
  }

  private void connectLater() {
    if (!closed) {
      Scheduler.Timer unused = scheduler.schedule(this::connect, PAUSE.toNanos());
    }
  }

  private void listen(StatefulRedisPubSubConnection<String, String> connection) {
    AtomicBoolean over = new AtomicBoolean();
    Runnable end =
        () -> {
          if (over.compareAndSet(false, true)) {
            CompletableFuture<Void> unused = connection.closeAsync();
            connectLater();
          }
        };
    connection.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String message) {
            if (message.startsWith(master + " ")) {
              onNews.run();
            }
          }
        });
    connection.addListener(
        new RedisConnectionStateListener() {
          @Override
          public void onRedisDisconnected(RedisChannelHandler<?, ?> ended) {
            end.run();
          }
        });
    present.set(connection);
    if (closed || !connection.isOpen()) {
      end.run();
      return;
    }
    connection
        .async()
        .subscribe(CHANNEL)
        .whenComplete(
            (subscribed, failure) -> {
              if (failure != null) {
                end.run();
              } else {
                onNews.run();
              }
            });
  }

  /** Listens no more. */
  void close() {
    closed = true;
    StatefulRedisPubSubConnection<String, String> connection = present.get();
    if (connection != null) {
      CompletableFuture<Void> unused = connection.closeAsync();
    }
  }
}
