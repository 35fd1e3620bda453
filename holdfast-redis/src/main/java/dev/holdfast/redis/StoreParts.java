package dev.holdfast.redis;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockView;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.RedisErrors;
import dev.holdfast.redis.layout.PartyText;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.redis.script.ReadPermits;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.StoreContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** What the sessions of a store share. */
final class StoreParts {

  final ShardKeys keys;
  final RedisErrors errors;
  final StoreContext context;
  final Duration timeout;
  final ServerClock serverClock;
  final SessionIds ids = new SessionIds();

  /** Who is to be told of what comes over a channel: every session that has not ended. */
  final Map<String, RedisSession> channels = new ConcurrentHashMap<>();

  private final Supplier<Link> link;
  private final AtomicLong seen = new AtomicLong();

  StoreParts(
      ShardKeys keys,
      RedisErrors errors,
      StoreContext context,
      Duration timeout,
      ServerClock serverClock,
      Supplier<Link> link) {
    this.keys = keys;
    this.errors = errors;
    this.context = context;
    this.timeout = timeout;
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

  /** Looks at a lock over the present link. */
  CompletionStage<LockView> inspect(ResourceId resource) {
    try {
      return new Inspection(this, link.get(), resource).run();
    } catch (HoldfastException notConnected) {
      return CompletableFuture.failedFuture(notConnected);
    }
  }

  /** Why a call could not be sent for a session that is attached to no link. */
  StoreUnavailableException detached(String lockName) {
    try {
      Link unused = link.get();
      return errors.unavailable(
          "can't be reached: the session is not verified yet over the new connection",
          lockName,
          null);
    } catch (HoldfastException notConnected) {
      return errors.notSent(lockName, notConnected);
    }
  }

  /** Looks at the permits of a semaphore over the present link. */
  CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
    try {
      return ReadPermits.call(link.get(), keys.lock(semaphore))
          .handle(
              (found, failure) -> {
                if (failure != null) {
                  throw new CompletionException(errors.of(failure, semaphore.name()));
                }
                return found.map(read -> new Permits(read.permits(), read.free()));
              });
    } catch (HoldfastException notConnected) {
      return CompletableFuture.failedFuture(notConnected);
    }
  }

  /** This client, for people. */
  String description() {
    return PartyText.ofClient(context.pid(), context.host(), context.clientName());
  }
}
