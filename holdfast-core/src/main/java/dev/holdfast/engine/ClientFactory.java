package dev.holdfast.engine;

import dev.holdfast.LockClient;
import dev.holdfast.spi.LockStoreProvider;
import dev.holdfast.spi.StoreAddress;

/** Makes clients: the one door from the API to the engine. */
public final class ClientFactory {

  private ClientFactory() {}

  /** Connects a client. */
  public static LockClient connect(String uri, ClientOptions options) {
    StoreAddress address = StoreAddress.parse(uri);
    LockStoreProvider provider = StoreProviders.find(address);
    throw new IllegalStateException("No engine yet for " + provider.schemes() + options);
  }
}
