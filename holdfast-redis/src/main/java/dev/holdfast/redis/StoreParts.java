package dev.holdfast.redis;

import dev.holdfast.LockView;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.RedisErrors;
import dev.holdfast.redis.layout.PartyText;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.redis.script.ReadPermits;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.StoreContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** What the sessions of a shard share. */
final class StoreParts {

  final ShardKeys keys;
  final RedisErrors errors;
  final StoreContext context;
  final Duration timeout;

  /** Whether grants and renewals count only when replicas have them. */
  final boolean confirmed;

  final ServerClock serverClock;
  final SessionIds ids = new SessionIds();

  /** Who is to be told of what comes over a channel: every session that has not ended. */
  final Map<String, RedisSession> channels = new ConcurrentHashMap<>();

  private final Supplier<CompletionStage<Link>> link;
  private final AtomicLong seen = new AtomicLong();

  StoreParts(
      ShardKeys keys,
      RedisErrors errors,
      StoreContext context,
      Duration timeout,
      boolean confirmed,
      ServerClock serverClock,
      Supplier<CompletionStage<Link>> link) {
    this.keys = keys;
    this.errors = errors;
    this.context = context;
    this.timeout = timeout;
    this.confirmed = confirmed;
    this.serverClock = serverClock;
    this.link = link;
  }

  /** The highest sequence that was seen. */
  long seen() {
    return seen.get();
  }

  /** A sequence was seen. */
  void saw(long sequence) {
    if (sequence > seen.get()) {
      seen.accumulateAndGet(sequence, Math::max);
    }
  }

  /** Looks at a lock, semaphore or latch over the present link. */
  CompletionStage<LockView> inspect(ResourceId resource) {
    return link.get().thenCompose(present -> new Inspection(this, present, resource).run());
  }

  /** Why a call could not be sent for a session that is attached to no link. */
  StoreUnavailableException detached(String lockName) {
    StoreUnavailableException notVerified =
        errors.unavailable(
            "can't be reached: the session is not verified yet over the new connection",
            lockName,
            null);
    return link.get()
        .handle(
            (up, failure) ->
                failure == null ? notVerified : errors.notSent(lockName, errors.of(failure, "")))
        .toCompletableFuture()
        .getNow(notVerified);
  }

  /** Looks at the permits of a semaphore over the present link. */
  CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
    return link.get()
        .thenCompose(present -> ReadPermits.call(present, keys.lock(semaphore)))
        .handle(
            (found, failure) -> {
              if (failure != null) {
                throw new CompletionException(errors.of(failure, semaphore.name()));
              }
              return found.map(read -> new Permits(read.permits(), read.free()));
            });
  }

  /** Lists locks over the present link. */
  CompletionStage<ListPage> list(NamePattern pattern, String cursor) {
    return link.get().thenCompose(present -> new Listing(this, present, pattern).page(cursor));
  }

  /** Has the holder of a lock give its lease up, over the present link. */
  CompletionStage<RevokeAnswer> revoke(
      ResourceId resource, long sequence, OptionalLong token, boolean force) {
    return link.get()
        .thenCompose(present -> new Revoking(this, present, resource).run(sequence, token, force));
  }

  /** This client, for people. */
  String description() {
    return PartyText.ofClient(context.pid(), context.host(), context.clientName());
  }
}
