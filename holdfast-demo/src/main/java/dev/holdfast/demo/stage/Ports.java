package dev.holdfast.demo.stage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Free ports of the loopback address. */
final class Ports {

  private Ports() {}

  /** One that is free now. */
  static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
