package dev.holdfast.redis;

import dev.holdfast.LockView;
import dev.holdfast.redis.SessionState.Phase;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.LinkKeeper;
import dev.holdfast.redis.connection.Network;
import dev.holdfast.redis.connection.RedisErrors;
import dev.holdfast.redis.connection.RedisOptions;
import dev.holdfast.redis.connection.RedisOptions.Topology;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * One part of the store, with sessions, a counter and a link of its own: what happens to the server
 * that keeps it concerns no other part. A single server has one; a Cluster has many, so that its
 * servers share the locks.
 */
final class Shard {

  private final StoreParts parts;
  private final LinkKeeper links;

  Shard(int number, RedisOptions options, StoreContext context, RedisErrors errors, Network net) {
    this.parts =
        new StoreParts(
            options.topology() == Topology.CLUSTER
                ? ShardKeys.inCluster(options.prefix(), number)
                : new ShardKeys(options.prefix(), number),
            errors,
            context,
            options.timeout(),
            options.minReplicas() > 0,
            new ServerClock(options.hostAndPort()),
            this::link);
    this.links =
        net.add(
            number, parts.keys.slot(), parts.keys.layout(), ShardKeys.LAYOUT_VERSION, new Events());
  }

  private CompletionStage<Link> link() {
    return links.firstLink();
  }

  /** Sees that there is a link. */
  CompletionStage<Void> connect() {
    return links.connect();
  }

  CompletionStage<LockView> inspect(ResourceId resource) {
    return parts.inspect(resource);
  }

  CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
    return parts.permits(semaphore);
  }

  CompletionStage<ListPage> list(NamePattern pattern, String cursor) {
    return parts.list(pattern, cursor);
  }

  CompletionStage<RevokeAnswer> revoke(
      ResourceId resource, long sequence, OptionalLong token, boolean force) {
    return parts.revoke(resource, sequence, token, force);
  }

  CompletionStage<StoreSession> openSession(Duration ttl, SessionListener listener) {
    // A part of a millisecond counts as a whole one: the session lives at least as long as asked.
    Duration millis = Duration.ofMillis(ttl.plusNanos(999_999).toMillis());
    return link().thenCompose(link -> openSession(link, millis, listener));
  }

  private CompletionStage<StoreSession> openSession(
      Link link, Duration ttl, SessionListener listener) {
    String id = parts.ids.next();
    String channel = parts.keys.channel(id);
    SessionState opening = new SessionState(Phase.OPENING, id, link, link.process(), List.of());
    Confirmations confirmations = new Confirmations(parts);
    SessionEvents events = new SessionEvents(confirmations.before(listener), parts.keys);
    RedisSession session = new RedisSession(parts, ttl, events, confirmations, opening);
    parts.channels.put(channel, session);
    return link.subscribe(channel)
        .thenCompose(listening -> Opening.open(parts, link, id, ttl))
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

  /** The store is closed. */
  void forget() {
    parts.channels.clear();
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
