package dev.holdfast.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks whether our server answers at an endpoint: one that knows the password. */
final class ServerProbe {

  private static final int TIMEOUT_MILLIS = 1_000;
  private static final long RETRY_MILLIS = 5;

  private ServerProbe() {}

  static boolean answers(Endpoint endpoint) {
    try (Socket socket = connect(endpoint)) {
      BufferedReader answers = send(socket, endpoint, "PING");
      return "+OK".equals(answers.readLine()) && "+PONG".equals(answers.readLine());
    } catch (IOException e) {
      return false; // Not there, not yet, or not a Redis: all the same to the caller, who decides.
    }
  }

  static boolean awaitAnswer(Endpoint endpoint, Duration atMost) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + atMost.toNanos();
    while (!answers(endpoint)) {
      if (System.nanoTime() - deadlineNanos > 0) {
        return false;
      }
      Thread.sleep(RETRY_MILLIS);
    }
    return true;
  }

  /** Ends a server that has lost its supervisor, if there is one. */
  static void shutDown(Endpoint endpoint) {
    try (Socket socket = connect(endpoint)) {
      BufferedReader answers = send(socket, endpoint, "SHUTDOWN NOSAVE");
      while (answers.readLine() != null) {
        // The server closes the connection when it ends.
      }
    } catch (IOException e) {
      // It ended, or was not there.
    }
  }

  private static Socket connect(Endpoint endpoint) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), endpoint.port()), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static BufferedReader send(Socket socket, Endpoint endpoint, String command)
      throws IOException {
    String text = "AUTH " + endpoint.password() + "\r\n" + command + "\r\n";
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
  }
}
