package dev.holdfast.redis.redlock;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStoreProvider;
import dev.holdfast.spi.StoreAddress;
import dev.holdfast.spi.StoreContext;
import java.util.Set;

/**
 * Keeps locks in the format that other programs use too: in independent Redis servers by the
 * Redlock algorithm, or plainly in one.
 *
 * <p>Addresses: {@code redlock://user:password@host1:port1,host2:port2,host3:port3/database} and
 * {@code redis-plain://user:password@host:port/database}; with TLS, {@code redlocks} and {@code
 * rediss-plain}.
 */
public final class RedlockStoreProvider implements LockStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public RedlockStoreProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("redlock", "redlocks", "redis-plain", "rediss-plain");
  }

  @Override
  public LockStore create(StoreAddress address, StoreContext context) {
    return new RedlockStore(RedlockOptions.of(address), context);
  }
}
