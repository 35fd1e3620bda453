package dev.holdfast.redis.redlock;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockView;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.redis.connection.Network;
import dev.holdfast.redis.connection.RedisErrors;
import dev.holdfast.redis.connection.Serial;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.StoreSession;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Locks of the published format, in one Redis or in independent ones by the Redlock algorithm. */
final class RedlockStore implements LockStore {

  private static final Logger LOGGER = System.getLogger(RedlockStore.class.getName());
  private static final String LAYOUT_KEY = "holdfast:redlock:layout";
  private static final String LAYOUT_VERSION = "1";

  /** A round, a raise and an extension may follow each other in one call. */
  private static final int NODE_TIMEOUTS_PER_CALL = 4;

  private final RedlockOptions options;
  private final RedlockParts parts;
  private final Network network;
  private final CompletableFuture<Void> connected = new CompletableFuture<>();

  RedlockStore(RedlockOptions options, StoreContext context) {
    this.options = options;
    RedisErrors errors = new RedisErrors(options.redis());
    this.parts = new RedlockParts(options, context, errors);
    this.network = new Network(options.redis(), context, errors);
    for (Node node : parts.nodes()) {
      node.keptBy(network.add(node.index(), 0, LAYOUT_KEY, LAYOUT_VERSION, node));
    }
    if (!options.isPlain()) {
      Layout.warnings(parts.nodes().stream().map(Node::name).toList())
          .forEach(warning -> LOGGER.log(Level.WARNING, warning));
    }
  }

  @Override
  public String kind() {
    return options.isPlain() ? "redis-plain" : "redlock";
  }

  @Override
  public String address() {
    return options.toString();
  }

  @Override
  public String description() {
    return parts.description();
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
    Duration call = options.nodeTimeout().multipliedBy(NODE_TIMEOUTS_PER_CALL);
    Duration silence = options.redis().timeout();
    return call.compareTo(silence) > 0 ? call : silence;
  }

  /** Leases end with their session, which speaks for each of them. */
  @Override
  public Optional<Duration> recordTtl() {
    return Optional.empty();
  }

  @Override
  public boolean sharesUnits() {
    return false;
  }

  @Override
  public String elsewhere() {
    return "a store of redis:// has them";
  }

  @Override
  public CompletionStage<Void> connect() {
    Serial serial = new Serial();
    Connecting connecting = new Connecting();
    for (Node node : parts.nodes()) {
      node.connect()
          .whenComplete((up, failure) -> serial.run(() -> connecting.ended(node, failure)));
    }
    return connected.copy();
  }

  /** Counts the first attempts to connect. Confined to a serial. */
  private final class Connecting {

    private final List<HoldfastException> failures = new ArrayList<>();
    private int up;

    void ended(Node node, @Nullable Throwable failure) {
      if (failure == null) {
        up++;
      } else {
        failures.add(parts.failed(node, failure, ""));
      }
      int nodes = parts.nodes().size();
      if (nodes - failures.size() < parts.quorum()) {
        connected.completeExceptionally(parts.noQuorum(up, failures, ""));
      } else if (up + failures.size() == nodes) {
        connected.complete(null);
      } else if (up == parts.quorum()) {
        // The others are likely to come in a moment.
        var unused = parts.schedule(() -> connected.complete(null), options.nodeTimeout());
      }
    }
  }

  @Override
  public CompletionStage<StoreSession> openSession(
      int shard, Duration ttl, SessionListener listener) {
    try {
      options.checkTtl(ttl);
    } catch (IllegalArgumentException tooLong) {
      return CompletableFuture.failedFuture(
          new StoreRefusedException(String.valueOf(tooLong.getMessage()), "", address(), tooLong));
    }
    Duration millis = Duration.ofMillis(ttl.plusNanos(999_999).toMillis());
    // Nothing is opened anywhere; but what is asked before there is any link would fail.
    return connected.handle(
        (done, failure) -> new RedlockSession(parts, parts.nextValue(), millis, listener));
  }

  @Override
  public CompletionStage<LockView> inspect(ResourceId resource) {
    if (resource.kind() != ResourceKind.LOCK) {
      return CompletableFuture.completedFuture(
          new LockView(resource.name(), resource.kind().shown(), 0, List.of(), List.of()));
    }
    return new Looking(parts, resource.name()).begin();
  }

  @Override
  public CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
    return refused("semaphores", semaphore.name());
  }

  @Override
  public CompletionStage<ListPage> list(NamePattern pattern, String cursor) {
    return refused("list of what is held, because any key may be a lock", "");
  }

  @Override
  public CompletionStage<RevokeAnswer> revoke(
      ResourceId resource, long sequence, OptionalLong token, boolean force) {
    return refused("way to reach a holder", resource.name());
  }

  private <T> CompletionStage<T> refused(String what, String lockName) {
    return CompletableFuture.failedFuture(RedlockParts.unsupported(what, lockName, address()));
  }

  @Override
  public CompletionStage<Void> close() {
    return network.close();
  }
}
