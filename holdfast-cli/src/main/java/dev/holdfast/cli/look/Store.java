package dev.holdfast.cli.look;

import dev.holdfast.LockClient;
import dev.holdfast.embedded.SharedRedis;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The store that was named, or the shared embedded server if it runs: to look at locks starts none.
 */
final class Store implements AutoCloseable {

  private static final String CLIENT_NAME = "holdfast-cli";

  private final LockClient client;
  private final @Nullable SharedRedis embedded;

  private Store(LockClient client, @Nullable SharedRedis embedded) {
    this.client = client;
    this.embedded = embedded;
  }

  /** Connects; empty if no store was named and the embedded server does not run. */
  static Optional<Store> open(Optional<String> url) throws InterruptedException {
    if (url.isPresent()) {
      return Optional.of(new Store(connect(url.get()), null));
    }
    Optional<SharedRedis> embedded = SharedRedis.joinIfUsed();
    return embedded.isPresent() ? Optional.of(of(embedded.get())) : Optional.empty();
  }

  private static Store of(SharedRedis embedded) {
    boolean connected = false;
    try {
      Store store = new Store(connect(embedded.uriWithPassword()), embedded);
      connected = true;
      return store;
    } finally {
      if (!connected) {
        embedded.close();
      }
    }
  }

  private static LockClient connect(String uri) {
    return LockClient.builder(uri).clientName(CLIENT_NAME).connect();
  }

  LockClient client() {
    return client;
  }

  @Override
  public void close() {
    client.close();
    if (embedded != null) {
      embedded.close();
    }
  }
}
