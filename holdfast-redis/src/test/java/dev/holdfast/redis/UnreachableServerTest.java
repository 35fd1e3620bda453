package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.testing.server.Ports;
import dev.holdfast.testing.server.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of an address at which no Redis answers: plain words, in one form. */
class UnreachableServerTest {

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private static void assertUnreachable(String uri, String message) {
    assertThatThrownBy(() -> LockClient.connect(uri))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis", "rediss"})
  void nothingListens(String scheme) {
    int port = Ports.free();
    assertUnreachable(
        scheme + "://127.0.0.1:" + port,
        "Redis at 127.0.0.1:"
            + port
            + " can't be reached: connection refused; check the address, and that it runs");
  }

  @Test
  void serverThatComesLate_isFound() {
    try (RedisServer server = RedisServer.start()) {
      server.kill();
      try (LockClient client = LockClient.builder(server.uri()).lazyConnect(true).connect()) {
        DistributedLock lock = client.lock("n");
        assertThatThrownBy(lock::tryLock)
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("connection refused");

        server.restartWithoutData();

        await()
            .pollInSameThread()
            .ignoreExceptionsInstanceOf(StoreUnavailableException.class)
            .until(lock::tryLock);
        lock.unlock();
      }
    }
  }

  @Test
  void unknownHost() {
    assertUnreachable(
        "redis://no-such-host.invalid",
        "Redis at no-such-host.invalid:6379 can't be reached: host name unknown; check the"
            + " address");
  }

  @ParameterizedTest
  @CsvSource({"redis,", "rediss,and that TLS is spoken there"})
  void noAnswer(String scheme, @Nullable String hint) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, LOOPBACK)) {
      String at = "127.0.0.1:" + silent.getLocalPort();
      assertUnreachable(
          scheme + "://" + at + "?connectTimeout=300ms",
          "Redis at %s can't be reached: no answer in 300ms; check the address, %s"
              .formatted(at, hint == null ? "and the network" : "the network, " + hint));
    }
  }

  @Test
  void noAnswer_withinTheWaitOfTheClient() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, LOOPBACK)) {
      String uri = "redis://127.0.0.1:" + silent.getLocalPort() + "?connectTimeout=5m";
      assertThatThrownBy(
              () -> LockClient.builder(uri).connectWait(Duration.ofMillis(300)).connect())
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageStartingWith(
              "Redis at 127.0.0.1:%d can't be reached: no answer in 300ms;"
                  .formatted(silent.getLocalPort()));
    }
  }

  @Test
  void tlsExpected_whereThereIsNone() {
    try (RedisServer server = RedisServer.builder().start()) {
      String at = "127.0.0.1:" + server.port();
      assertUnreachable(
          "rediss://" + at + "?connectTimeout=1s",
          "Redis at "
              + at
              + " can't be reached: no answer in 1s; check the address, the network, and that TLS is"
              + " spoken there");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-x\r\n", ""})
  void anotherProtocol(String says) throws Exception {
    try (ServerSocket other = new ServerSocket(0, 50, LOOPBACK)) {
      Thread server = new Thread(() -> answerEveryone(other, says));
      server.start();
      assertThatThrownBy(
              () ->
                  LockClient.connect(
                      "redis://127.0.0.1:" + other.getLocalPort() + "?connectTimeout=5s"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageStartingWith(
              "Redis at 127.0.0.1:" + other.getLocalPort() + " can't be reached: ")
          .hasMessageContaining("check the port")
          .satisfies(failure -> assertPlain(failure.getMessage()));
      other.close();
      server.join();
    }
  }

  /** Until the socket is closed. */
  private static void answerEveryone(ServerSocket listener, String text) {
    while (!listener.isClosed()) {
      try (Socket visitor = listener.accept()) {
        int unused = visitor.getInputStream().read();
        visitor.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // The visitor has gone, or the test is over.
      }
    }
  }

  private static void assertPlain(String message) {
    assertThat(message).doesNotContain("<unresolved>", "Exception", "io.", "java.");
  }
}
