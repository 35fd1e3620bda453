package dev.holdfast.redis;

import dev.holdfast.LockView;
import dev.holdfast.redis.SessionState.Phase;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.LinkKeeper;
import dev.holdfast.redis.connection.RedisErrors;
import dev.holdfast.redis.connection.RedisOptions;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Locks kept in a single Redis. */
final class RedisStore implements LockStore {

  /** The time to live of records in the scripts. */
  private static final Duration RECORD_TTL = Duration.ofDays(1);

  private final RedisOptions options;
  private final StoreParts parts;
  private final LinkKeeper links;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  RedisStore(RedisOptions options, StoreContext context) {
    this.options = options;
    RedisErrors errors = new RedisErrors(options);
    this.parts =
        new StoreParts(
            new ShardKeys(options.prefix(), 0),
            errors,
            context,
            options.timeout(),
            new ServerClock(options.hostAndPort()),
            this::link);
    this.links =
        new LinkKeeper(
            options, context, errors, parts.keys.layout(), ShardKeys.LAYOUT_VERSION, new Events());
  }

  private Link link() {
    return links.link();
  }

  @Override
  public String kind() {
    return "redis";
  }

  @Override
  public String address() {
    return options.address();
  }

  @Override
  public String description() {
    return "Redis at " + options.hostAndPort();
  }

  @Override
  public int shards() {
    return 1;
  }

  @Override
  public int shardOf(ResourceId resource) {
    return 0;
  }

  @Override
  public Duration commandTimeout() {
    return options.timeout();
  }

  @Override
  public Optional<Duration> recordTtl() {
    return Optional.of(RECORD_TTL);
  }

  @Override
  public boolean sharesUnits() {
    return true;
  }

  @Override
  public CompletionStage<Void> connect() {
    return links.connect();
  }

  @Override
  public CompletionStage<StoreSession> openSession(
      int shard, Duration ttl, SessionListener listener) {
    return links.firstLink().thenCompose(link -> openSession(link, ttl, listener));
  }

  private CompletionStage<StoreSession> openSession(
      Link link, Duration ttl, SessionListener listener) {
    // A part of a millisecond counts as a whole one: the session lives at least as long as asked.
    Duration millis = Duration.ofMillis(ttl.plusNanos(999_999).toMillis());
    String id = parts.ids.next();
    String channel = parts.keys.channel(id);
    SessionState opening = new SessionState(Phase.OPENING, id, link, link.process(), List.of());
    RedisSession session =
        new RedisSession(parts, millis, new SessionEvents(listener, parts.keys), opening);
    parts.channels.put(channel, session);
    return link.subscribe(channel)
        .thenCompose(listening -> Opening.open(parts, link, id, millis))
        .handle(
            (opened, failure) -> {
              if (failure == null && session.move(opening, opening.to(Phase.ATTACHED))) {
                return session;
              }
              parts.channels.remove(channel);
              throw new CompletionException(
                  failure == null
                      ? parts.errors.unavailable("was lost while a session was opened", "", null)
                      : parts.errors.of(failure, ""));
            });
  }

  @Override
  public CompletionStage<LockView> inspect(ResourceId resource) {
    return parts.inspect(resource);
  }

  @Override
  public CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
    return parts.permits(semaphore);
  }

  @Override
  public CompletionStage<Void> close() {
    links
        .close()
        .whenComplete(
            (freed, failure) -> {
              parts.channels.clear();
              closed.complete(null);
            });
    return closed.copy();
  }

  private final class Events implements LinkKeeper.Listener {

    @Override
    public void onUp(Link link) {
      parts.channels.values().forEach(session -> session.onUp(link));
    }

    @Override
    public void onDown(Link link) {
      parts.channels.values().forEach(session -> session.onDown(link));
    }

    @Override
    public void onMessage(String channel, String message) {
      RedisSession session = parts.channels.get(channel);
      if (session != null) {
        session.events().message(message).ifPresent(parts::saw);
      }
    }
  }
}
