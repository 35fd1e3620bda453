package dev.holdfast.verification.docs;

import dev.holdfast.testing.server.RedisServer;
import org.jspecify.annotations.Nullable;

/** A server of its own for a snippet whose text names the usual address. */
final class TestStore implements AutoCloseable {

  static final String USUAL_ADDRESS = "redis://localhost:6379";

  private final @Nullable RedisServer server;

  private TestStore(@Nullable RedisServer server) {
    this.server = server;
  }

  static TestStore neededBy(String text) {
    return new TestStore(text.contains(USUAL_ADDRESS) ? RedisServer.start() : null);
  }

  /** The text with the address of this server in place of the usual one. */
  String addressed(String text) {
    return server == null ? text : text.replace(USUAL_ADDRESS, server.uri());
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
