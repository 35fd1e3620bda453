package dev.holdfast.redis;

import dev.holdfast.redis.connection.RedisOptions;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStoreProvider;
import dev.holdfast.spi.StoreAddress;
import dev.holdfast.spi.StoreContext;
import java.util.Set;

/**
 * Keeps locks in Redis, of version 6.2 or later, or Valkey: in a single server, in the primary that
 * sentinels name, or in a Cluster.
 *
 * <p>Addresses: {@code redis://user:password@host:port/database}, {@code
 * redis-sentinel://user:password@host1:port1,host2:port2/master} and {@code
 * redis-cluster://user:password@host1:port1,host2:port2}; with TLS, {@code rediss} stands for
 * {@code redis}.
 *
 * <p>Options: {@code timeout} (of a command, 2s), {@code connectTimeout} (of an attempt to connect,
 * 5s), {@code prefix} (of all keys, hf), {@code protocol} (auto or resp2), {@code db} (the
 * database, not in a Cluster); for sentinels {@code sentinelUser} and {@code sentinelPassword};
 * with TLS {@code ca} (a PEM file with the issuers to trust), {@code cert} and {@code key} (PEM
 * files of the client), {@code verify} (full, ca or none).
 */
public final class RedisStoreProvider implements LockStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public RedisStoreProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of(
        "redis", "rediss", "redis-sentinel", "rediss-sentinel", "redis-cluster", "rediss-cluster");
  }

  @Override
  public LockStore create(StoreAddress address, StoreContext context) {
    return new RedisStore(RedisOptions.of(address), context);
  }
}
