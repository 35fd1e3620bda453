package dev.holdfast.testing.proxy;

import dev.holdfast.testing.server.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The port that clients connect to. It can be closed, so that the system refuses them, and opened
 * again. Guarded by the caller.
 */
final class Listener {

  private static final int PORT_TRIES_MAX = 10;
  private static final int JOIN_MILLIS_MAX = 5_000;
  private static final int BACKLOG = 1_000;

  private final int port;
  private final Consumer<Socket> onClient;
  private ServerSocket socket;
  private @Nullable Thread thread;

  private Listener(ServerSocket socket, Consumer<Socket> onClient) {
    this.socket = socket;
    this.port = socket.getLocalPort();
    this.onClient = onClient;
  }

  /** Listens on a free port; begins to accept with {@link #start}. */
  static Listener onFreePort(Consumer<Socket> onClient) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return new Listener(bind(Ports.free()), onClient);
      } catch (IOException e) {
        if (tries == PORT_TRIES_MAX) {
          throw e;
        }
      }
    }
  }

  int port() {
    return port;
  }

  void start() {
    ServerSocket accepting = socket;
    Thread started = new Thread(() -> acceptAll(accepting), "proxy-" + port + "-accept");
    started.setDaemon(true);
    started.start();
    thread = started;
  }

  private void acceptAll(ServerSocket accepting) {
    while (true) {
      try {
        onClient.accept(accepting.accept());
      } catch (IOException e) {
        // The socket was closed, which is how this thread is ended.
        return;
      }
    }
  }

  boolean isOpen() {
    return !socket.isClosed();
  }

  void open() throws IOException {
    if (!isOpen()) {
      socket = bind(port);
      start();
    }
  }

  void close() throws IOException, InterruptedException {
    socket.close();
    if (thread != null) {
      thread.join(JOIN_MILLIS_MAX);
      thread = null;
    }
  }

  private static ServerSocket bind(int port) throws IOException {
    ServerSocket bound = new ServerSocket();
    try {
      bound.setReuseAddress(true);
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      return bound;
    } catch (IOException e) {
      bound.close();
      throw e;
    }
  }
}
