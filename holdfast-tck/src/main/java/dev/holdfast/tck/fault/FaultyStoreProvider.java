package dev.holdfast.tck.fault;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStoreProvider;
import dev.holdfast.spi.StoreAddress;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.tck.Stores;
import java.util.Set;

/** Makes the stores behind {@link BadNetwork} addresses. */
public final class FaultyStoreProvider implements LockStoreProvider {

  /** Called by {@link java.util.ServiceLoader}. */
  public FaultyStoreProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of(BadNetwork.SCHEME);
  }

  @Override
  public LockStore create(StoreAddress address, StoreContext context) {
    BadNetwork network = BadNetwork.find(address.hosts());
    FaultyStore store =
        new FaultyStore(Stores.create(network.storeUri(), context), network.faults(), context);
    network.add(store);
    return store;
  }
}
