package dev.holdfast.testing.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** The writing end of a socket. Once it has failed, all that follows is swallowed. */
final class Outlet {

  private final Socket socket;
  private final OutputStream out;
  private boolean failed;

  Outlet(Socket socket) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
  }

  void write(byte[] bytes) {
    if (!failed) {
      try {
        out.write(bytes);
        out.flush();
      } catch (IOException e) {
        failed = true;
      }
    }
  }

  /** Tells the other end that nothing more will come. */
  void end() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      failed = true;
    }
  }
}
