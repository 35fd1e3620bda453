package dev.holdfast.demo.stage;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An address that can be led to another server, as a fail-over does with a virtual address, and
 * that can be cut off. Thread-safe.
 */
public final class Door implements Closeable {

  private static final int CUT = 0;
  private static final int BUFFER = 8_192;

  private final ServerSocket entrance;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile int target;

  private Door(ServerSocket entrance, int target) {
    this.entrance = entrance;
    this.target = target;
  }

  static Door to(int target) throws IOException {
    Door door = new Door(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
    door.run("demo-door", door::welcome);
    return door;
  }

  /** Where to knock. */
  public int port() {
    return entrance.getLocalPort();
  }

  /** Breaks all connections, and refuses new ones. */
  public void cut() {
    target = CUT;
    sockets.forEach(Door::shut);
  }

  /** Breaks all connections; new ones go to another server. */
  public void leadTo(RedisNode node) {
    cut();
    target = node.port();
  }

  private void run(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void welcome() {
    while (!entrance.isClosed()) {
      try {
        let(entrance.accept());
      } catch (IOException e) {
        // Closed, or the server behind is not there: whoever knocks tries again.
      }
    }
  }

  private void let(Socket guest) throws IOException {
    sockets.add(guest);
    int port = target;
    try {
      if (port == CUT) {
        throw new IOException("cut");
      }
      Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(server);
      run("demo-door-in", () -> carry(guest, server));
      run("demo-door-out", () -> carry(server, guest));
      if (port != target) {
        throw new IOException("led elsewhere meanwhile");
      }
    } catch (IOException e) {
      sockets.forEach(socket -> shutIf(socket, guest));
      throw e;
    }
  }

  private static void shutIf(Socket socket, Socket wanted) {
    if (socket == wanted) {
      shut(socket);
    }
  }

  private void carry(Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER];
    try {
      from.setTcpNoDelay(true);
      to.setTcpNoDelay(true);
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
    } catch (IOException e) {
      // The other direction ends with this one.
    }
    shut(from);
    shut(to);
    sockets.remove(from);
    sockets.remove(to);
  }

  private static void shut(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone in any case.
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    cut();
  }
}
