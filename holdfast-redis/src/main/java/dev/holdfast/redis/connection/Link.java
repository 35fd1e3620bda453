package dev.holdfast.redis.connection;

import dev.holdfast.redis.script.Caller;
import dev.holdfast.redis.script.Script;
import dev.holdfast.redis.script.ScriptRunner;
import dev.holdfast.spi.StoreContext;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way to one server process, from its hand-shake to its end. It never connects again and sends
 * nothing twice: another link takes its place.
 *
 * <p>Over RESP3 it is one connection for commands and messages. Over RESP2 a connection that
 * subscribes takes no other commands, so that it is two, which end together.
 *
 * <p>It goes down when a connection ends, when an answer is overdue, when something other than an
 * answer comes, or when it is told to.
 */
public final class Link implements ScriptRunner {

  /** Told of what a link did not ask for. Called on network and timer threads; never blocks. */
  public interface Listener {

    /** A message came. */
    void onMessage(String channel, String message);

    /** The link is down. Called once. */
    void onDown(Link link);
  }

  private static final Logger LOGGER = System.getLogger(Link.class.getName());

  private final long epoch;
  private final String epochText;
  private final StatefulRedisPubSubConnection<String, String> messages;
  private final RedisPubSubAsyncCommands<String, String> subscriptions;
  private final StatefulRedisConnection<String, String> connection;
  private final RedisAsyncCommands<String, String> commands;
  private final Lane messageLane;
  private final Lane commandLane;
  private final Listener listener;
  private final AtomicReference<@Nullable Throwable> down = new AtomicReference<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  // Written once by the connector before the link is handed out.
  private volatile String process = "";

  /** Takes over connections that have just been made; the same one twice over RESP3. */
  Link(
      long epoch,
      StatefulRedisPubSubConnection<String, String> messages,
      StatefulRedisConnection<String, String> connection,
      Listener listener,
      StoreContext context,
      Duration timeout) {
    this.epoch = epoch;
    this.epochText = Long.toString(epoch);
    this.messages = messages;
    this.subscriptions = messages.async();
    this.connection = connection;
    this.commands = connection.async();
    this.messageLane = new Lane(messages, context, timeout, this::fail);
    this.commandLane =
        connection == messages ? messageLane : new Lane(connection, context, timeout, this::fail);
    this.listener = listener;
  }

  /** Begins to listen. A connection that has ended before is noticed too. */
  void start() {
    messages.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String message) {
            listener.onMessage(channel, message);
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

  /** The number of the link, higher than that of every earlier one of its store. */
  public long epoch() {
    return epoch;
  }

  /** A session that calls over this link. */
  public Caller caller(String session) {
    return new Caller(session, epochText);
  }

  /** Tells the server process, and its data set, from others. */
  public String process() {
    return process;
  }

  void verified(ServerFacts facts) {
    process = facts.process();
  }

  /** Whether it can't be used any more. */
  public boolean isDown() {
    return down.get() != null;
  }

  /** Why the link is down; null while it is up. */
  @Nullable Throwable down() {
    return down.get();
  }

  @Override
  public CompletionStage<String> run(Script script, String[] keys, String... arguments) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    commandLane.call(
        answer,
        () -> commands.evalsha(script.digest(), ScriptOutputType.VALUE, keys, arguments),
        () -> commands.eval(script.text(), ScriptOutputType.VALUE, keys, arguments));
    return named(answer, script, keys);
  }

  @Override
  public CompletionStage<List<String>> list(Script script, String[] keys, String... arguments) {
    CompletableFuture<List<String>> answer = new CompletableFuture<>();
    commandLane.call(
        answer,
        () -> commands.evalsha(script.digest(), ScriptOutputType.MULTI, keys, arguments),
        () -> commands.eval(script.text(), ScriptOutputType.MULTI, keys, arguments));
    return named(answer, script, keys);
  }

  private static <T> CompletableFuture<T> named(
      CompletableFuture<T> answer, Script script, String[] keys) {
    return answer.exceptionally(
        failure -> {
          if (failure instanceof RedisCommandExecutionException) {
            throw new ScriptFailedException(script, keys, failure);
          }
          throw new CompletionException(failure);
        });
  }

  /** Makes the server know a script by its digest. */
  CompletableFuture<String> load(Script script) {
    return commandLane.call(() -> commands.scriptLoad(script.text()));
  }

  /** Asks the server about itself. */
  CompletableFuture<String> info() {
    return commandLane.call(commands::info);
  }

  /** Reads a text. */
  CompletableFuture<@Nullable String> get(String key) {
    return commandLane.call(() -> commands.get(key));
  }

  /** Listens to a channel from the completion on. */
  public CompletionStage<Void> subscribe(String channel) {
    return messageLane.call(() -> subscriptions.subscribe(channel));
  }

  /** Listens to a channel no more. A failure ends the link and needs no other answer. */
  public void unsubscribe(String channel) {
    CompletableFuture<Void> unused = messageLane.call(() -> subscriptions.unsubscribe(channel));
  }

  /**
   * Sees that messages can still come, where they have a connection of their own, on which nothing
   * else would be missed. The link goes down if it is silent.
   */
  public void checkMessages() {
    if (messageLane != commandLane) {
      CompletableFuture<String> unused = messageLane.call(subscriptions::ping);
    }
  }

  /** Takes the link down. Only the first call counts. */
  public void fail(Throwable why) {
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
    listener.onDown(this);
  }

  /** Completes when a link that was taken down has closed its connections. */
  CompletableFuture<Void> closed() {
    return closed;
  }

  @Override
  public String toString() {
    return "link " + epoch;
  }
}
