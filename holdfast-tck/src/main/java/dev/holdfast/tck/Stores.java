package dev.holdfast.tck;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStoreProvider;
import dev.holdfast.spi.StoreAddress;
import dev.holdfast.spi.StoreContext;
import java.util.ServiceLoader;

/** Makes stores as a client does, for tests that speak to a store without one. */
public final class Stores {

  private Stores() {}

  /**
   * Makes a store. Does not connect.
   *
   * @param uri its address
   * @param context what it shares with its user
   * @return the store
   */
  public static LockStore create(String uri, StoreContext context) {
    StoreAddress address = StoreAddress.parse(uri);
    for (LockStoreProvider provider : ServiceLoader.load(LockStoreProvider.class)) {
      if (provider.schemes().contains(address.scheme())) {
        return provider.create(address, context);
      }
    }
    throw new IllegalArgumentException("No store for '" + address.scheme() + ":'");
  }
}
