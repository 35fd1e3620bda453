package dev.holdfast.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One command over a plain socket, and a thief of ports. */
final class RawRedis {

  private RawRedis() {}

  static String ask(Endpoint endpoint, String command) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      BufferedReader answers = send(socket, "AUTH " + endpoint.password() + "\r\n" + command);
      answers.readLine();
      return answers.readLine();
    }
  }

  static String askWithoutPassword(int port, String command) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return send(socket, command).readLine();
    }
  }

  private static BufferedReader send(Socket socket, String commands) throws IOException {
    socket.getOutputStream().write((commands + "\r\n").getBytes(StandardCharsets.UTF_8));
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Kills a server until its port could be taken from it before it was started again. */
  static PortTaker killAndTakePort(long pid, int port) throws IOException {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    ServerSocket socket = new ServerSocket();
    socket.setReuseAddress(true);
    long deadlineNanos = System.nanoTime() + 5_000_000_000L;
    while (true) {
      try {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new PortTaker(socket);
      } catch (IOException e) {
        if (System.nanoTime() - deadlineNanos > 0) {
          socket.close();
          throw e;
        }
        Thread.onSpinWait(); // Between the death of the old server and the start of the new one.
      }
    }
  }

  /** Holds a port. */
  record PortTaker(ServerSocket socket) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
