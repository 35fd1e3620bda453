package dev.holdfast.testing.server;

import dev.holdfast.testing.resp.RespCommand;
import dev.holdfast.testing.resp.RespError;
import dev.holdfast.testing.resp.RespFrame;
import dev.holdfast.testing.resp.RespFramer;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * One plain connection to a Redis, for a look at the server that owes nothing to any client
 * library.
 *
 * <p>Blocking, one command after the other, for one thread at a time. A broken connection stays
 * broken: open another one.
 */
public final class RawRedis implements AutoCloseable {

  private static final Duration ANSWER_WAIT_MAX = Duration.ofSeconds(10);

  private final Socket socket;
  private final RespFramer framer;

  /** Pushes that came while an answer was awaited. */
  private final Queue<List<?>> pushes = new ArrayDeque<>();

  private RawRedis(Socket socket) throws IOException {
    this.socket = socket;
    this.framer = new RespFramer(socket.getInputStream());
  }

  /**
   * Connects, without any command.
   *
   * @param host name or address
   * @param port its port
   * @return the connection, in protocol version 2 until {@code HELLO 3} is sent
   * @throws IOException if nobody answers there
   */
  public static RawRedis connect(String host, int port) throws IOException {
    return connect(host, port, null);
  }

  /**
   * Connects, over TLS if a context is given.
   *
   * @param host name or address
   * @param port its port
   * @param tls keys and trusted certificates, or null for a plain connection
   * @return the connection
   * @throws IOException if nobody answers there, or no secure connection comes about
   */
  public static RawRedis connect(String host, int port, @Nullable SSLContext tls)
      throws IOException {
    Socket socket = tls == null ? new Socket() : tls.getSocketFactory().createSocket();
    try {
      socket.setSoTimeout((int) ANSWER_WAIT_MAX.toMillis());
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(host, port), (int) ANSWER_WAIT_MAX.toMillis());
      return new RawRedis(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Sends a command and awaits its answer, up to 10 s.
   *
   * @param words name and arguments
   * @return the answer: String, Long, List, Map, Double, Boolean or null
   * @throws RedisErrorException if the server answers with an error
   * @throws UncheckedIOException if the connection fails
   */
  public @Nullable Object command(String... words) {
    send(words);
    return receive();
  }

  /**
   * Sends a command and does not await the answer, which {@link #receive} gives.
   *
   * @param words name and arguments
   */
  public void send(String... words) {
    try {
      socket.getOutputStream().write(RespCommand.encode(words));
      socket.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Sending " + words[0] + " failed", e);
    }
  }

  /**
   * Awaits the next answer, up to 10 s. Pushes that come before it are kept for {@link #awaitPush}.
   *
   * @return the answer
   * @throws RedisErrorException if it is an error
   */
  public @Nullable Object receive() {
    try {
      while (true) {
        RespFrame frame = nextFrame();
        if (frame.type() == '>' && frame.value() instanceof List<?> push) {
          pushes.add(push);
        } else {
          return answer(frame);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("No answer", e);
    }
  }

  /**
   * Gives the next push message (protocol version 3), waiting for it if there is none yet. The
   * confirmation of a subscription is a push too.
   *
   * @param max how long to wait, at least a millisecond
   * @return the message, or empty if none came
   */
  public Optional<List<?>> awaitPush(Duration max) {
    @Nullable List<?> kept = pushes.poll();
    if (kept != null) {
      return Optional.of(kept);
    }
    try {
      if (!awaitBegin(max)) {
        return Optional.empty();
      }
      RespFrame frame = nextFrame();
      if (frame.value() instanceof List<?> push && frame.type() == '>') {
        return Optional.of(push);
      }
      throw new IllegalStateException("An answer came instead of a push message: " + frame);
    } catch (IOException e) {
      throw new UncheckedIOException("No push message", e);
    }
  }

  /** Only the wait for the first byte is short, so that no message is cut in two by a time-out. */
  private boolean awaitBegin(Duration max) throws IOException {
    socket.setSoTimeout((int) Math.max(1, max.toMillis()));
    try {
      framer.awaitBegin();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } finally {
      socket.setSoTimeout((int) ANSWER_WAIT_MAX.toMillis());
    }
  }

  private RespFrame nextFrame() throws IOException {
    RespFrame frame = framer.next();
    if (frame == null) {
      throw new EOFException("The server has closed the connection");
    }
    return frame;
  }

  private static @Nullable Object answer(RespFrame frame) {
    Object value = frame.value();
    if (value instanceof RespError error) {
      throw new RedisErrorException(error);
    }
    return value;
  }

  /**
   * A section of {@code INFO}.
   *
   * @param section its name, such as {@code server}
   * @return field to value
   */
  public Map<String, String> info(String section) {
    return RedisInfo.parse(String.valueOf(command("INFO", section)));
  }

  /**
   * How often each command ran since the server started or {@link #resetStats}. Commands that
   * scripts call are counted too; {@code INFO} itself and the like as well.
   *
   * @return lower-case name to number of calls; a sub-command as {@code client|setname} on servers
   *     that count them apart
   */
  public Map<String, Long> commandStats() {
    return RedisInfo.calls(info("commandstats"));
  }

  /** Sets the counters of {@link #commandStats} to zero. */
  public void resetStats() {
    command("CONFIG", "RESETSTAT");
  }

  /**
   * CPU time that the server process has used since its start, its children left out.
   *
   * @return user and system time in microseconds
   */
  public long usedCpuMicros() {
    return RedisInfo.cpuMicros(info("cpu"));
  }

  /** Closes the connection. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
