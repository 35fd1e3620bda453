package dev.holdfast.redis.connection;

import dev.holdfast.redis.script.Script;
import dev.holdfast.spi.StoreContext;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way to one server process, from its hand-shake to its end. It never connects again and sends
 * nothing twice: another wire takes its place. The links of all shards that the server keeps share
 * it, and it ends with the last of them.
 *
 * <p>Over RESP3 it is one connection for commands and messages. Over RESP2 a connection that
 * subscribes takes no other commands, so that it is two, which end together.
 *
 * <p>It goes down when a connection ends, when an answer is overdue, when something other than an
 * answer comes, or when it is told to; and then all its links do.
 */
final class Wire {

  private static final Logger LOGGER = System.getLogger(Wire.class.getName());

  /** How many keys the server looks at in one call: well below a millisecond of its time. */
  private static final int SCANNED = 500;

  private final Endpoint server;
  private final StatefulRedisPubSubConnection<String, String> messages;
  private final RedisPubSubAsyncCommands<String, String> subscriptions;
  private final StatefulRedisConnection<String, String> connection;
  private final RedisAsyncCommands<String, String> commands;
  private final Lane messageLane;
  private final Lane commandLane;
  private final AtomicReference<@Nullable Throwable> down = new AtomicReference<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  /** Immutable; null from the end on, so that nobody joins who would not be told of it. */
  private final AtomicReference<@Nullable Set<Link>> links = new AtomicReference<>(Set.of());

  // Written once by the connector before the wire is handed out.
  private volatile String process = "";
  private volatile String run = "";
  private volatile long startedNanos;
  private volatile boolean sharded;
  private volatile @Nullable Replicas replicas;

  /** Takes over connections that have just been made; the same one twice over RESP3. */
  Wire(
      Endpoint server,
      StatefulRedisPubSubConnection<String, String> messages,
      StatefulRedisConnection<String, String> connection,
      StoreContext context,
      Duration timeout) {
    this.server = server;
    this.messages = messages;
    this.subscriptions = messages.async();
    this.connection = connection;
    this.commands = connection.async();
    this.messageLane = new Lane(messages, context, timeout, this::fail);
    this.commandLane =
        connection == messages ? messageLane : new Lane(connection, context, timeout, this::fail);
  }

  /** Begins to listen. A connection that has ended before is noticed too. */
  void start() {
    messages.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String message) {
            links().forEach(link -> link.onMessage(channel, message));
          }

          @Override
          public void smessage(String channel, String message) {
            links().forEach(link -> link.onMessage(channel, message));
          }

          @Override
          public void sunsubscribed(String channel, long count) {
            links().forEach(link -> link.onUnsubscribed(channel));
          }
        });
    RedisConnectionStateListener end =
        new RedisConnectionStateListener() {
          @Override
          public void onRedisDisconnected(RedisChannelHandler<?, ?> ended) {
            fail(new LinkDownException("the connection has ended"));
          }
        };
    messages.addListener(end);
    if (connection != messages) {
      connection.addListener(end);
    }
    if (!messages.isOpen() || !connection.isOpen()) {
      fail(new LinkDownException("the connection has ended"));
    }
  }

  Endpoint server() {
    return server;
  }

  /** Tells the server process, and its data set, from others. */
  String process() {
    return process;
  }

  /** Whether messages are kept within the shard. */
  boolean isSharded() {
    return sharded;
  }

  /** Tells server processes apart, whatever data they have. */
  String run() {
    return run;
  }

  /** The latest moment at which the server can have started, but for the rounding of a second. */
  long startedNanos() {
    return startedNanos;
  }

  void verified(ServerFacts facts, long nowNanos) {
    process = facts.process();
    run = facts.run();
    startedNanos = nowNanos - TimeUnit.SECONDS.toNanos(facts.uptimeSeconds());
    sharded = facts.sharded();
  }

  /** What is written is to be confirmed by replicas. */
  void confirmedBy(Replicas those) {
    replicas = those;
  }

  /** Whether commands and messages share one connection. */
  boolean isShared() {
    return messageLane == commandLane;
  }

  /** Whether links can still join. */
  boolean isOpen() {
    return links.get() != null && down.get() == null;
  }

  /** Why the wire is down; null while it is up. */
  @Nullable Throwable down() {
    return down.get();
  }

  // ---- links -------------------------------------------------------------------------------

  /** Lets a link use the wire, and be told of its end; false when it has ended. */
  boolean join(Link link) {
    Set<Link> after =
        links.updateAndGet(
            now -> {
              if (now == null) {
                return null;
              }
              Set<Link> more = new HashSet<>(now);
              more.add(link);
              return Set.copyOf(more);
            });
    return after != null;
  }

  /**
   * A link uses the wire no more. It ends with the last one.
   *
   * @param why the link has ended
   * @return whether the wire goes on
   */
  boolean leave(Link link, Throwable why) {
    Set<Link> after =
        links.updateAndGet(
            now -> {
              if (now == null || !now.contains(link)) {
                return now;
              }
              Set<Link> fewer = new HashSet<>(now);
              fewer.remove(link);
              return fewer.isEmpty() ? null : Set.copyOf(fewer);
            });
    if (after == null) {
      fail(why);
    }
    return after != null;
  }

  /** Those who use it now. */
  Set<Link> links() {
    Set<Link> now = links.get();
    return now == null ? Set.of() : now;
  }

  // ---- commands ----------------------------------------------------------------------------

  /** Runs a script; with its text, if the server does not know it. */
  <T> void evaluate(ScriptCall<T> call, Lane.Answer<T> answer) {
    commandLane.call(
        answer, () -> call.byDigest(commands, sharded), () -> call.byText(commands, sharded));
  }

  /** Runs a script on keys of a slot that is about to be moved to this server. */
  <T> void evaluateAsking(ScriptCall<T> call, Lane.Answer<T> answer) {
    commandLane.call(
        answer,
        () -> call.askingByDigest(connection, sharded),
        () -> call.askingByText(connection, sharded));
  }

  /** Makes the server know a script by its digest. */
  CompletableFuture<String> load(Script.Form form) {
    return commandLane.call(() -> commands.scriptLoad(form.text()));
  }

  /** Asks the server about itself. */
  CompletableFuture<String> info() {
    return commandLane.call(commands::info);
  }

  /** Reads a text. */
  CompletableFuture<@Nullable String> get(String key) {
    return commandLane.call(() -> commands.get(key));
  }

  /** Looks for keys among some hundreds of the server's. */
  CompletableFuture<FoundKeys> scan(String cursor, String pattern) {
    ScanArgs some = ScanArgs.Builder.matches(pattern).limit(SCANNED);
    return commandLane
        .call(() -> commands.scan(ScanCursor.of(cursor), some))
        .thenApply(
            found ->
                new FoundKeys(List.copyOf(found.getKeys()), found.getCursor(), found.isFinished()));
  }

  /**
   * Completes when enough replicas have all that was answered before, or at once if none are asked
   * for.
   *
   * @param sign a key of a shard that the server keeps, to write to
   */
  CompletableFuture<Void> confirm(String sign) {
    Replicas those = replicas;
    return those == null ? CompletableFuture.completedFuture(null) : those.confirm(sign);
  }

  /** Listens to a channel from the completion on. */
  CompletableFuture<Void> subscribe(String channel) {
    return messageLane.call(
        () -> sharded ? subscriptions.ssubscribe(channel) : subscriptions.subscribe(channel));
  }

  /** Listens to a channel no more. A failure ends the wire and needs no other answer. */
  void unsubscribe(String channel) {
    CompletableFuture<Void> unused =
        messageLane.call(
            () ->
                sharded ? subscriptions.sunsubscribe(channel) : subscriptions.unsubscribe(channel));
  }

  /**
   * Sees that messages can still come, where they have a connection of their own, on which nothing
   * else would be missed. The wire goes down if it is silent.
   */
  void checkMessages() {
    if (messageLane != commandLane) {
      CompletableFuture<String> unused = messageLane.call(subscriptions::ping);
    }
  }

  // ---- the end -----------------------------------------------------------------------------

  /** Takes the wire down, and its links with it. Only the first call counts. */
  void fail(Throwable why) {
    if (!down.compareAndSet(null, why)) {
      return;
    }
    CompletableFuture<Void> unused =
        CompletableFuture.allOf(messageLane.end(why), commandLane.end(why))
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    LOGGER.log(Level.DEBUG, "Closing " + this + " failed", failure);
                  }
                  closed.complete(null);
                });
    Replicas those = replicas;
    if (those != null) {
      those.end(why);
    }
    Set<Link> users = links.getAndSet(null);
    if (users != null) {
      users.forEach(link -> link.fail(why));
    }
  }

  /** Completes when a wire that was taken down has closed its connections. */
  CompletableFuture<Void> closed() {
    return closed;
  }

  @Override
  public String toString() {
    return "connection to " + server;
  }
}
