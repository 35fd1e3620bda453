package dev.holdfast.demo.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A connection that sends one command and waits for its answer: as plain as the lock that is built
 * on it. For one thread.
 */
public final class PlainRedis implements Closeable {

  private static final int TIMEOUT_MILLIS = 2_000;

  private final Socket socket;
  private final InputStream in;

  private PlainRedis(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * Connects, and logs in if the address has a password.
   *
   * @throws IOException if nobody answers there, or the server refuses
   */
  public static PlainRedis connect(RedisAddress address) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(address.host(), address.port()), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      PlainRedis redis = new PlainRedis(socket);
      if (!address.password().isEmpty()) {
        redis.logIn(address);
      }
      if (address.database() != 0) {
        redis.command("SELECT", Integer.toString(address.database()));
      }
      return redis;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private void logIn(RedisAddress address) throws IOException {
    if (address.user().isEmpty()) {
      command("AUTH", address.password());
    } else {
      command("AUTH", address.user(), address.password());
    }
  }

  /**
   * Sends a command.
   *
   * @return what the server says, a number as text; null for its nil
   * @throws IOException if the connection breaks, or the server answers with an error
   */
  public @Nullable String command(String... words) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(ascii("*" + words.length + "\r\n"));
    for (String word : words) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      out.writeBytes(ascii("$" + bytes.length + "\r\n"));
      out.writeBytes(bytes);
      out.writeBytes(ascii("\r\n"));
    }
    socket.getOutputStream().write(out.toByteArray());
    return answer(words[0]);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private @Nullable String answer(String command) throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+', ':' -> rest;
      case '$' -> rest.startsWith("-") ? null : bulk(Integer.parseInt(rest));
      case '-' -> throw new IOException("Redis answers to " + command + ": " + rest);
      default -> throw new IOException("Not understood, as answer to " + command + ": " + line);
    };
  }

  private String bulk(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    line();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("Redis has closed the connection");
      }
      line.append((char) c);
    }
    line.setLength(Math.max(0, line.length() - 1));
    if (line.isEmpty()) {
      return "+";
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
