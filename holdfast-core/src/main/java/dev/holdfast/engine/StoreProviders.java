package dev.holdfast.engine;

import dev.holdfast.spi.LockStoreProvider;
import dev.holdfast.spi.StoreAddress;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Finds the store for a URI scheme among those on the class path. */
final class StoreProviders {

  private StoreProviders() {}

  static LockStoreProvider find(StoreAddress address) {
    TreeSet<String> known = new TreeSet<>();
    ServiceLoader<LockStoreProvider> loader =
        ServiceLoader.load(LockStoreProvider.class, LockStoreProvider.class.getClassLoader());
    for (LockStoreProvider provider : loader) {
      if (provider.schemes().contains(address.scheme())) {
        return provider;
      }
      known.addAll(provider.schemes());
    }
    String advice =
        known.contains("redis") ? "" : ". For Redis add the dependency dev.holdfast:holdfast-redis";
    throw new IllegalArgumentException(
        "There is no store for the scheme '"
            + address.scheme()
            + ":'; there are stores for "
            + String.join(":, ", known)
            + ":"
            + advice);
  }
}
