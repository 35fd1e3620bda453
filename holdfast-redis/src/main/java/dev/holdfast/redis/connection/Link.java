package dev.holdfast.redis.connection;

import dev.holdfast.redis.script.Caller;
import dev.holdfast.redis.script.Script;
import dev.holdfast.redis.script.ScriptRunner;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A shard's use of a wire, from its making to its end, with a number by which the store tells calls
 * of it from later ones. It never comes up again: another link takes its place, over the same wire
 * or another one.
 *
 * <p>It goes down with its wire, or alone: when the shard is kept by another server now, or when it
 * is told to.
 *
 * <p>While the shard moves to another server, calls that find their keys moved already are made
 * there, by leave of the one that has it still. Then the link uses two wires, and goes down with
 * either: what was sent over one must not arrive after what is sent over its successor.
 */
public final class Link implements ScriptRunner {

  /** Told of what a link did not ask for. Called on network and timer threads; never blocks. */
  interface Listener {

    /** A message came over a channel that was subscribed to. */
    void onMessage(String channel, String message);

    /** The link is down. Called once. */
    void onDown(Link link);
  }

  /** Knows the servers that a link is sent to. */
  interface Redirects {

    /** The shard is kept by another server for good. */
    void moved(Endpoint server);

    /** A wire to another server, which the link has joined. */
    CompletionStage<Wire> join(Endpoint server, Link link);
  }

  private final Wire wire;
  private final long epoch;
  private final String epochText;
  private final Listener listener;
  private final Redirects redirects;
  private final AtomicReference<@Nullable Throwable> down = new AtomicReference<>();

  /** What is listened to for this link, over a wire that may outlast it. */
  private final Set<String> channels = ConcurrentHashMap.newKeySet();

  /** Other wires that were used. */
  private final Set<Wire> detours = ConcurrentHashMap.newKeySet();

  // Written once by the network before the link is handed out.
  private volatile String ownKey = "";

  private Link(Wire wire, long epoch, Listener listener, Redirects redirects) {
    this.wire = wire;
    this.epoch = epoch;
    this.epochText = Long.toString(epoch);
    this.listener = listener;
    this.redirects = redirects;
  }

  /** Makes a link over a wire; null if that has ended. */
  static @Nullable Link over(Wire wire, long epoch, Listener listener, Redirects redirects) {
    Link link = new Link(wire, epoch, listener, redirects);
    return wire.join(link) ? link : null;
  }

  /** The number of the link, higher than that of every earlier one of its shard. */
  public long epoch() {
    return epoch;
  }

  /** A session that calls over this link. */
  public Caller caller(String session) {
    return new Caller(session, epochText);
  }

  /** Tells the server process, and its data set, from others. */
  public String process() {
    return wire.process();
  }

  /** Tells the server process from others, whatever data it has. */
  public String run() {
    return wire.run();
  }

  /**
   * The latest moment on the monotonic clock at which the server can have started, as far as its
   * own clock tells; but for the rounding of a second.
   */
  public long startedNanos() {
    return wire.startedNanos();
  }

  Endpoint server() {
    return wire.server();
  }

  /** Whether it can't be used any more. */
  public boolean isDown() {
    return down.get() != null;
  }

  /** Why the link is down; null while it is up. */
  @Nullable Throwable down() {
    return down.get();
  }

  // ---- scripts -----------------------------------------------------------------------------

  @Override
  public CompletionStage<String> run(Script script, String[] keys, String... arguments) {
    return evaluate(ScriptCall.line(script, keys, arguments));
  }

  @Override
  public CompletionStage<List<String>> list(Script script, String[] keys, String... arguments) {
    return evaluate(ScriptCall.list(script, keys, arguments));
  }

  private <T> CompletionStage<T> evaluate(ScriptCall<T> call) {
    Throwable before = down.get();
    if (before != null) {
      return CompletableFuture.failedFuture(before);
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    wire.evaluate(
        call,
        (value, failure) -> {
          Optional<Redirect> redirect =
              failure == null ? Optional.empty() : Redirect.of(failure, wire.server());
          if (redirect.isPresent() && !redirect.get().moved()) {
            askThere(redirect.get().server(), call, answer);
          } else {
            settle(call, answer, value, failure);
          }
        });
    return answer;
  }

  private <T> void askThere(Endpoint server, ScriptCall<T> call, CompletableFuture<T> answer) {
    redirects
        .join(server, this)
        .whenComplete(
            (other, failure) -> {
              if (failure != null) {
                answer.completeExceptionally(failure);
                return;
              }
              detours.add(other);
              Throwable ended = down.get();
              if (ended != null) {
                other.leave(this, ended);
                answer.completeExceptionally(ended);
                return;
              }
              other.evaluateAsking(call, (value, asked) -> settle(call, answer, value, asked));
            });
  }

  private <T> void settle(
      ScriptCall<T> call,
      CompletableFuture<T> answer,
      @Nullable T value,
      @Nullable Throwable failure) {
    if (failure instanceof RedisCommandExecutionException) {
      follow(failure);
      answer.completeExceptionally(call.failed(failure));
      return;
    }
    Throwable why = failure != null ? failure : down.get();
    if (why != null) {
      // What an answer says that comes after the end may be out of date: another link may have
      // asked another server since.
      answer.completeExceptionally(why);
    } else {
      answer.complete(value);
    }
  }

  /** Where the shard has moved away, the link ends, and its successor goes where the shard is. */
  private void follow(Throwable failure) {
    Optional<Redirect> redirect = Redirect.of(failure, wire.server());
    if (redirect.isPresent() && redirect.get().moved() && !isDown()) {
      redirects.moved(redirect.get().server());
      fail(new LinkDownException("the shard was moved to " + redirect.get().server()));
      // Other shards are likely to have moved with it, and may be silent for long.
      wire.links().forEach(Link::look);
    }
  }

  /**
   * Sees that enough replicas have all that was answered over this link so far.
   *
   * @param sign a key of the shard to write to
   * @return completes when they have it; exceptionally with {@link TooFewReplicasException} if too
   *     few have it in time, and otherwise if it can't be found out
   */
  public CompletionStage<Void> confirm(String sign) {
    Throwable before = down.get();
    if (before != null) {
      return CompletableFuture.failedFuture(before);
    }
    return wire.confirm(sign)
        .thenAccept(
            confirmed -> {
              // The shard may be kept by another server by now, which was not asked.
              Throwable after = down.get();
              if (after != null) {
                throw new CompletionException(after);
              }
            });
  }

  // ---- other commands ----------------------------------------------------------------------

  /**
   * Reads a key of the shard, by which the server also shows whether it keeps the shard.
   *
   * @return its text; null if there is none, or if it has moved already
   */
  CompletionStage<@Nullable String> begin(String key) {
    ownKey = key;
    return wire.get(key)
        .handle(
            (text, failure) -> {
              if (failure == null) {
                return text;
              }
              Optional<Redirect> redirect = Redirect.of(failure, wire.server());
              if (redirect.isPresent() && !redirect.get().moved()) {
                return null;
              }
              follow(failure);
              throw new CompletionException(failure);
            });
  }

  /** Sees whether the server still keeps the shard. */
  private void look() {
    CompletableFuture<@Nullable String> unused =
        wire.get(ownKey)
            .whenComplete(
                (text, failure) -> {
                  if (failure != null) {
                    follow(failure);
                  }
                });
  }

  /**
   * Looks for keys among some hundreds of the server's. Fails if the server does not keep the shard
   * any more, because it tells of none of its keys then.
   *
   * @param cursor where to go on; 0 at the beginning
   * @param pattern which keys, in the server's own syntax
   */
  public CompletionStage<FoundKeys> scan(String cursor, String pattern) {
    CompletionStage<FoundKeys> found = wire.scan(cursor, pattern);
    return begin(ownKey).thenCombine(found, (text, keys) -> keys);
  }

  /** Listens to a channel from the completion on. */
  public CompletionStage<Void> subscribe(String channel) {
    channels.add(channel);
    return wire.subscribe(channel)
        .whenComplete(
            (subscribed, failure) -> {
              if (failure != null) {
                follow(failure);
              }
            });
  }

  /** Listens to a channel no more. A failure ends the wire and needs no other answer. */
  public void unsubscribe(String channel) {
    channels.remove(channel);
    wire.unsubscribe(channel);
  }

  /** A message came over the wire; what is meant for others is left to them. */
  void onMessage(String channel, String message) {
    if (channels.contains(channel)) {
      listener.onMessage(channel, message);
    }
  }

  /** The server has ended a subscription, unless we have. */
  void onUnsubscribed(String channel) {
    if (channels.contains(channel)) {
      fail(new LinkDownException(wire.server() + " keeps the shard no more"));
    }
  }

  /** Sees that messages can still come. The link goes down if not. */
  public void checkMessages() {
    wire.checkMessages();
  }

  // ---- the end -----------------------------------------------------------------------------

  /** Takes the link down, and nothing else if its wire has other links. */
  public void fail(Throwable why) {
    if (down.compareAndSet(null, why)) {
      if (wire.leave(this, why)) {
        channels.forEach(wire::unsubscribe);
      }
      detours.forEach(other -> other.leave(this, why));
      listener.onDown(this);
    }
  }

  /** The server does not answer: takes the wire down, and with it this link and all others. */
  public void failSilent(Throwable why) {
    wire.fail(why);
    detours.forEach(other -> other.fail(why));
  }

  @Override
  public String toString() {
    return "link " + epoch + " to " + wire.server();
  }
}
