package dev.holdfast.testing.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The faults of the whole network. */
class TcpProxyTest {

  private static final Duration SHORT = Duration.ofMillis(200);

  private static RedisServer server;
  private TcpProxy proxy;
  private RawRedis direct;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void open() {
    proxy = TcpProxy.to(server.host(), server.port());
    direct = server.raw();
    direct.command("FLUSHALL");
  }

  @AfterEach
  void close() {
    direct.close();
    proxy.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("proxy-" + proxy.port()));
  }

  private RawRedis connect() throws IOException {
    return RawRedis.connect(proxy.host(), proxy.port());
  }

  @Test
  void undisturbed_passesEverything() throws IOException {
    String big = "x".repeat(3_000_000);
    try (RawRedis redis = connect()) {
      assertThat(redis.command("SET", "k", big)).isEqualTo("OK");
      assertThat(redis.command("GET", "k")).isEqualTo(big);
      assertThat(redis.command("HELLO", "3")).isInstanceOf(Map.class);
      assertThat(proxy.requests()).isEqualTo(Map.of("GET", 1L, "HELLO", 1L, "SET", 1L));
      assertThat(proxy.replies()).isEqualTo(3);
      assertThat(proxy.connectionsMade()).isEqualTo(1);
      assertThat(proxy.connectionsOpen()).isEqualTo(1);
    }
    await().untilAsserted(() -> assertThat(proxy.connectionsOpen()).isZero());
  }

  @Test
  void delay_holdsForEachDirection_andKeepsThroughput() throws IOException {
    try (RawRedis redis = connect()) {
      redis.command("PING");
      proxy.delay(Direction.TO_SERVER, Duration.ofMillis(150));
      proxy.delay(Direction.TO_CLIENT, Duration.ofMillis(100));

      long start = System.nanoTime();
      for (int i = 0; i < 100; i++) {
        redis.send("INCR", "counter");
      }
      for (long i = 1; i <= 100; i++) {
        assertThat(redis.receive()).isEqualTo(i);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - start);

      assertThat(took).isBetween(Duration.ofMillis(250), Duration.ofSeconds(5));
    }
  }

  @Test
  void delay_shortened_neverReorders() throws IOException {
    try (RawRedis redis = connect()) {
      proxy.delay(Direction.TO_SERVER, Duration.ofMillis(600));
      redis.send("RPUSH", "list", "first");
      assertThat(redis.awaitPush(SHORT)).isEmpty();
      proxy.delay(Direction.TO_SERVER, Duration.ZERO);
      redis.send("RPUSH", "list", "second");
      redis.receive();
      redis.receive();

      assertThat(direct.command("LRANGE", "list", "0", "-1")).isEqualTo(List.of("first", "second"));
    }
  }

  @Test
  void blackHole_swallowsSilently_healDelivers() throws IOException {
    try (RawRedis redis = connect()) {
      redis.command("HELLO", "3");
      proxy.blackHole();
      redis.send("SET", "k", "v");
      assertThat(redis.awaitPush(SHORT)).isEmpty();
      assertThat(direct.command("GET", "k")).isNull();
      try (RawRedis late = connect()) {
        late.send("PING");
        assertThat(late.awaitPush(SHORT)).isEmpty();

        proxy.heal();

        assertThat(late.receive()).isEqualTo("PONG");
        assertThat(redis.receive()).isEqualTo("OK");
        assertThat(direct.command("GET", "k")).isEqualTo("v");
      }
    }
  }

  @Test
  void blackHole_oneDirection_serverActsAndNobodyKnows() throws IOException {
    try (RawRedis redis = connect()) {
      proxy.blackHole(Direction.TO_CLIENT);
      redis.send("SET", "k", "v");

      await().until(() -> "v".equals(direct.command("GET", "k")));
      assertThat(redis.awaitPush(SHORT)).isEmpty();
    }
  }

  @Test
  void blackHole_cut_losesWhatWasOnItsWay() throws IOException {
    try (RawRedis redis = connect()) {
      proxy.blackHole();
      redis.send("SET", "k", "v");
      assertThat(redis.awaitPush(SHORT)).isEmpty();
      proxy.cut();
      assertThatThrownBy(redis::receive).isInstanceOf(UncheckedIOException.class);
      proxy.heal();

      await().until(() -> proxy.connectionsOpen() == 0);
      assertThat(direct.command("GET", "k")).isNull();
    }
  }

  @Test
  void cut_closesBothSides_newConnectionsWork() throws IOException {
    try (RawRedis redis = connect()) {
      redis.command("PING");
      proxy.cut();
      assertThatThrownBy(redis::receive)
          .isInstanceOf(UncheckedIOException.class)
          .hasRootCauseMessage("The server has closed the connection");
      await().until(() -> clients() == 1);
      try (RawRedis next = connect()) {
        assertThat(next.command("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void reset_isSeenAsReset() throws IOException {
    try (RawRedis redis = connect()) {
      redis.command("PING");
      proxy.reset();
      assertThatThrownBy(redis::receive).hasRootCauseMessage("Connection reset");
      await().until(() -> clients() == 1);
    }
  }

  @Test
  void refuse_refusesNewOnes_restoreAcceptsAgain() throws IOException {
    try (RawRedis redis = connect()) {
      redis.command("PING");
      proxy.refuse();
      assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
      assertThat(redis.command("PING")).isEqualTo("PONG");

      proxy.restore();

      try (RawRedis next = connect()) {
        assertThat(next.command("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void cutClientSide_serverKeepsItsConnection_untilCut() throws IOException {
    try (RawRedis redis = connect()) {
      redis.command("PING");
      proxy.cutClientSide();
      assertThatThrownBy(redis::receive).isInstanceOf(UncheckedIOException.class);
      assertThat(clients()).isEqualTo(2);

      proxy.cut();

      await().until(() -> clients() == 1);
    }
  }

  @Test
  void serverGone_clientSeesTheEnd() throws IOException {
    try (RedisServer other = RedisServer.start();
        TcpProxy toOther = TcpProxy.to(other.host(), other.port());
        RawRedis redis = RawRedis.connect(toOther.host(), toOther.port())) {
      redis.command("PING");
      other.kill();
      assertThatThrownBy(redis::receive).isInstanceOf(UncheckedIOException.class);
      // The reset may be there before the client has seen that it is connected.
      assertThatThrownBy(
              () -> {
                try (RawRedis next = RawRedis.connect(toOther.host(), toOther.port())) {
                  next.command("PING");
                }
              })
          .isInstanceOfAny(UncheckedIOException.class, IOException.class);
      other.restartWithoutData();
      try (RawRedis next = RawRedis.connect(toOther.host(), toOther.port())) {
        assertThat(next.command("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void ofBytes_passesAndCuts_butKnowsNoMessages() throws IOException {
    try (TcpProxy bytes = TcpProxy.ofBytes(server.host(), server.port());
        RawRedis redis = RawRedis.connect(bytes.host(), bytes.port())) {
      assertThat(redis.command("PING")).isEqualTo("PONG");
      assertThat(bytes.requests()).isEmpty();
      assertThatThrownBy(() -> bytes.dropRequest(Match.next(), After.CUT))
          .isInstanceOf(IllegalStateException.class);
      bytes.cut();
      assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(UncheckedIOException.class);
    }
  }

  private long clients() {
    return Long.parseLong(direct.info("clients").get("connected_clients"));
  }
}
