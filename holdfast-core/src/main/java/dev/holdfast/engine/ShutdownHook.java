package dev.holdfast.engine;

/** Closes a client at the JVM's orderly exit, so that nobody waits for its TTL. */
final class ShutdownHook {

  private final Thread thread;

  private ShutdownHook(Thread thread) {
    this.thread = thread;
  }

  static ShutdownHook install(Runnable close) {
    Thread thread = new Thread(close, "holdfast-exit");
    try {
      Runtime.getRuntime().addShutdownHook(thread);
    } catch (IllegalStateException exiting) {
      // A client made during the exit is closed by whoever made it, or ends with its session.
    }
    return new ShutdownHook(thread);
  }

  void remove() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException exiting) {
      // The hook itself is closing the client, or is about to find it closed.
    }
  }
}
