package dev.holdfast.redis;

import dev.holdfast.LockView;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.redis.connection.Network;
import dev.holdfast.redis.connection.RedisErrors;
import dev.holdfast.redis.connection.RedisOptions;
import dev.holdfast.redis.connection.RedisOptions.Topology;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.LockStore;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** Locks kept in Redis: in a single server, behind sentinels, or in a Cluster. */
final class RedisStore implements LockStore {

  /** The time to live of records in the scripts. */
  private static final Duration RECORD_TTL = Duration.ofDays(1);

  /** Shards far apart, which in a Cluster of three primaries or more others keep. */
  private static final int CONNECT_TRIES = 3;

  private final RedisOptions options;
  private final RedisErrors errors;
  private final Network network;
  private final List<Shard> shards;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  RedisStore(RedisOptions options, StoreContext context) {
    this.options = options;
    this.errors = new RedisErrors(options);
    this.network = new Network(options, context, errors);
    this.shards =
        IntStream.range(0, ShardKeys.count(options.topology() == Topology.CLUSTER))
            .mapToObj(number -> new Shard(number, options, context, errors, network))
            .toList();
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
    return shards.size();
  }

  @Override
  public int shardOf(ResourceId resource) {
    return ShardKeys.of(resource.name(), shards.size());
  }

  @Override
  public Duration commandTimeout() {
    return options.minReplicas() == 0
        ? options.timeout()
        : options.timeout().plus(options.minReplicasTimeout());
  }

  @Override
  public Optional<Duration> recordTtl() {
    return Optional.of(RECORD_TTL);
  }

  @Override
  public boolean sharesUnits() {
    return true;
  }

  /**
   * Sees that some shard has a link. In a Cluster some primaries may be away at the moment, which
   * concerns their shards only; but what is refused is refused everywhere.
   */
  @Override
  public boolean takesTogether() {
    // With replicas each grant is confirmed and, if need be, taken back by itself.
    return options.minReplicas() == 0;
  }

  @Override
  public CompletionStage<Void> connect() {
    return connect(0);
  }

  private CompletionStage<Void> connect(int tried) {
    return shards
        .get(tried * shards.size() / CONNECT_TRIES)
        .connect()
        .exceptionallyCompose(
            failure ->
                shards.size() > 1 && tried + 1 < CONNECT_TRIES && !isRefused(failure)
                    ? connect(tried + 1)
                    : CompletableFuture.failedFuture(failure));
  }

  private static boolean isRefused(Throwable failure) {
    return failure instanceof StoreRefusedException
        || failure.getCause() instanceof StoreRefusedException;
  }

  @Override
  public CompletionStage<StoreSession> openSession(
      int shard, Duration ttl, SessionListener listener) {
    return shards.get(shard).openSession(ttl, listener);
  }

  @Override
  public CompletionStage<LockView> inspect(ResourceId resource) {
    return shards.get(shardOf(resource)).inspect(resource);
  }

  @Override
  public CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
    return shards.get(shardOf(semaphore)).permits(semaphore);
  }

  @Override
  public CompletionStage<ListPage> list(NamePattern pattern, String cursor) {
    int space = cursor.indexOf(' ');
    int shard = space < 0 ? 0 : Integer.parseInt(cursor.substring(0, space));
    return shards
        .get(shard)
        .list(pattern, cursor.substring(space + 1))
        .thenApply(page -> new ListPage(page.found(), next(shard, page.next())));
  }

  /** The shards are listed one after the other: the number of one, and where it goes on. */
  private Optional<String> next(int shard, Optional<String> within) {
    if (within.isPresent()) {
      return Optional.of(shard + " " + within.get());
    }
    return shard + 1 < shards.size() ? Optional.of(shard + 1 + " ") : Optional.empty();
  }

  @Override
  public CompletionStage<RevokeAnswer> revoke(
      ResourceId resource, long sequence, OptionalLong token, boolean force) {
    return shards.get(shardOf(resource)).revoke(resource, sequence, token, force);
  }

  @Override
  public CompletionStage<Void> close() {
    network
        .close()
        .whenComplete(
            (freed, failure) -> {
              shards.forEach(Shard::forget);
              closed.complete(null);
            });
    return closed.copy();
  }
}
