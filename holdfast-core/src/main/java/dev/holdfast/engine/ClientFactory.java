package dev.holdfast.engine;

import dev.holdfast.LockClient;

/** Makes clients: the one door from the API to the engine. */
public final class ClientFactory {

  private ClientFactory() {}

  /** Connects a client. */
  public static LockClient connect(String uri, ClientOptions options) {
    throw new IllegalStateException("The engine is not on the class path: " + uri + options);
  }
}
