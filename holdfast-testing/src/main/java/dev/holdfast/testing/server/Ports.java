package dev.holdfast.testing.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports of the loopback interface.
 *
 * <p>They are taken from below the range that the system uses for outgoing connections. A port of
 * that range could be lost to any client while its server is down between two runs, and a client
 * that keeps calling such a port can even end up connected to itself.
 */
public final class Ports {

  private static final int LOWEST = 10_000;
  private static final int OUTGOING_LOWEST_DEFAULT = 32_768;
  private static final int TRIES_MAX = 200;

  private Ports() {}

  /**
   * Picks a port that nobody listens on now. Somebody else may take it before the caller does, who
   * therefore tries another one when that happens.
   *
   * @return the port
   */
  public static int free() {
    int limit = lowestOutgoing();
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, limit);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "No free port between %d and %d in %d tries".formatted(LOWEST, limit, TRIES_MAX));
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static int lowestOutgoing() {
    try {
      String range = Files.readString(Path.of("/proc/sys/net/ipv4/ip_local_port_range"));
      int lowest = Integer.parseInt(range.strip().split("\\s+", -1)[0]);
      return lowest > LOWEST + 1_000 ? lowest : OUTGOING_LOWEST_DEFAULT;
    } catch (IOException | NumberFormatException e) {
      return OUTGOING_LOWEST_DEFAULT;
    }
  }
}
