package dev.holdfast.redis;

import dev.holdfast.redis.connection.RedisErrors;
import dev.holdfast.redis.layout.PartyText;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.StoreContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

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

  private final AtomicLong seen = new AtomicLong();

  StoreParts(
      ShardKeys keys,
      RedisErrors errors,
      StoreContext context,
      Duration timeout,
      ServerClock serverClock) {
    this.keys = keys;
    this.errors = errors;
    this.context = context;
    this.timeout = timeout;
    this.serverClock = serverClock;
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

  /** This client, for people. */
  String description() {
    return PartyText.ofClient(context.pid(), context.host(), context.clientName());
  }
}
