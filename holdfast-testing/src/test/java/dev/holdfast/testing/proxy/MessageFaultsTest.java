package dev.holdfast.testing.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The faults aimed at single messages. */
class MessageFaultsTest {

  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(10);

  private static RedisServer server;
  private TcpProxy proxy;
  private RawRedis direct;
  private RawRedis redis;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void open() throws IOException {
    proxy = TcpProxy.to(server.host(), server.port());
    direct = server.raw();
    direct.command("FLUSHALL");
    redis = connect();
  }

  @AfterEach
  void close() {
    redis.close();
    direct.close();
    proxy.close();
  }

  private RawRedis connect() throws IOException {
    return RawRedis.connect(proxy.host(), proxy.port());
  }

  @Test
  void dropRequest_neverHappens_andTheConnectionIsDeadTowardsTheServer() {
    Trap trap = proxy.dropRequest(Match.command("set"), After.SILENCE);
    assertThat(redis.command("PING")).isEqualTo("PONG");

    redis.send("SET", "k", "v");
    redis.send("INCR", "counter");

    trap.awaitSprung(LONG);
    assertThat(redis.awaitPush(SHORT)).isEmpty();
    assertThat(direct.command("EXISTS", "k", "counter")).isEqualTo(0L);
  }

  @Test
  void dropRequest_cut_closesTheConnection() {
    proxy.dropRequest(Match.command("SET"), After.CUT);

    redis.send("SET", "k", "v");

    assertThatThrownBy(redis::receive).isInstanceOf(UncheckedIOException.class);
    assertThat(direct.command("GET", "k")).isNull();
  }

  @Test
  void dropReply_theServerHasDoneIt() {
    Trap trap = proxy.dropReply(Match.containing("second"), After.CUT);
    redis.send("RPUSH", "list", "first");
    redis.send("RPUSH", "list", "second");
    redis.send("PING");

    assertThat(redis.receive()).isEqualTo(1L);
    assertThatThrownBy(redis::receive).isInstanceOf(UncheckedIOException.class);
    trap.awaitSprung(LONG);
    assertThat(direct.command("LLEN", "list")).isEqualTo(2L);
  }

  @Test
  void dropReply_nth_silence() {
    proxy.dropReply(Match.next().nth(3), After.SILENCE);

    assertThat(redis.command("INCR", "counter")).isEqualTo(1L);
    assertThat(redis.command("INCR", "counter")).isEqualTo(2L);
    redis.send("INCR", "counter");
    redis.send("INCR", "counter");

    assertThat(redis.awaitPush(SHORT)).isEmpty();
    await().until(() -> "4".equals(direct.command("GET", "counter")));
  }

  @Test
  void dropPush_losesThatPushAlone_protocol3() {
    redis.command("HELLO", "3");
    redis.send("SUBSCRIBE", "news");
    assertThat(redis.awaitPush(LONG)).contains(List.of("subscribe", "news", 1L));
    Trap trap = proxy.dropPush(2);

    direct.command("PUBLISH", "news", "a");
    direct.command("PUBLISH", "news", "b");
    direct.command("PUBLISH", "news", "c");

    assertThat(redis.awaitPush(LONG)).contains(List.of("message", "news", "a"));
    assertThat(redis.awaitPush(LONG)).contains(List.of("message", "news", "c"));
    assertThat(trap.isSprung()).isTrue();
    assertThat(redis.command("PING")).isEqualTo("PONG");
    assertThat(proxy.pushes()).isEqualTo(3);
  }

  @Test
  void dropPush_protocol2_knowsPublishedMessages() {
    redis.send("SUBSCRIBE", "news", "sport");
    assertThat(redis.receive()).isEqualTo(List.of("subscribe", "news", 1L));
    assertThat(redis.receive()).isEqualTo(List.of("subscribe", "sport", 2L));
    proxy.dropPush(1);

    direct.command("PUBLISH", "news", "a");
    direct.command("PUBLISH", "sport", "b");

    assertThat(redis.receive()).isEqualTo(List.of("message", "sport", "b"));
  }

  @Test
  void delayPushes_repliesOvertakeThem() {
    redis.command("HELLO", "3");
    redis.send("SUBSCRIBE", "news");
    assertThat(redis.awaitPush(LONG)).isPresent();
    proxy.delayPushes(Duration.ofMillis(500));

    direct.command("PUBLISH", "news", "a");
    direct.command("PUBLISH", "news", "b");
    long start = System.nanoTime();
    assertThat(redis.command("PING")).isEqualTo("PONG");
    Duration reply = Duration.ofNanos(System.nanoTime() - start);
    assertThat(redis.awaitPush(LONG)).contains(List.of("message", "news", "a"));
    Duration push = Duration.ofNanos(System.nanoTime() - start);

    assertThat(redis.awaitPush(LONG)).contains(List.of("message", "news", "b"));
    assertThat(push.minus(reply)).isGreaterThan(Duration.ofMillis(200));
  }

  @Test
  void cutAfter_nthRequest_isExecuted() throws IOException {
    Trap trap = proxy.cutAfter(Match.command("INCR").nth(2));

    assertThat(redis.command("INCR", "counter")).isEqualTo(1L);
    redis.send("INCR", "counter");

    assertThatThrownBy(redis::receive).isInstanceOf(UncheckedIOException.class);
    trap.awaitSprung(LONG);
    await().until(() -> "2".equals(direct.command("GET", "counter")));
    try (RawRedis next = connect()) {
      assertThat(next.command("INCR", "counter")).isEqualTo(3L);
    }
  }

  @Test
  void hold_release_executesInOrder() {
    HeldRequest held = proxy.hold(Match.containing("held"));
    redis.send("RPUSH", "list", "before");
    redis.send("RPUSH", "list", "held");
    redis.send("RPUSH", "list", "behind");
    held.awaitCaught(LONG);
    assertThat(redis.receive()).isEqualTo(1L);
    direct.command("RPUSH", "list", "other");

    held.release();

    assertThat(redis.receive()).isEqualTo(3L);
    assertThat(redis.receive()).isEqualTo(4L);
    assertThat(direct.command("LRANGE", "list", "0", "-1"))
        .isEqualTo(List.of("before", "other", "held", "behind"));
  }

  @Test
  void hold_clientGone_releaseStillExecutes() {
    HeldRequest held = proxy.hold(Match.command("SET"));
    redis.send("SET", "k", "late");
    held.awaitCaught(LONG);
    redis.close();
    assertThat(direct.command("GET", "k")).isNull();

    held.release();

    await().until(() -> "late".equals(direct.command("GET", "k")));
    await().until(() -> proxy.connectionsOpen() == 0);
  }

  @Test
  void hold_connectionCut_releaseStillExecutes() throws IOException {
    HeldRequest held = proxy.hold(Match.command("SET"));
    redis.send("SET", "k", "late");
    held.awaitCaught(LONG);
    proxy.cut();
    assertThatThrownBy(redis::receive).isInstanceOf(UncheckedIOException.class);
    try (RawRedis next = connect()) {
      next.command("SET", "k", "new");

      held.release();

      await().until(() -> "late".equals(next.command("GET", "k")));
    }
  }

  @Test
  void hold_discard_neverExecutes() {
    HeldRequest held = proxy.hold(Match.command("SET"));
    redis.send("SET", "k", "late");
    held.awaitCaught(LONG);
    redis.close();

    held.discard();

    await().until(() -> proxy.connectionsOpen() == 0);
    assertThat(direct.command("GET", "k")).isNull();
  }

  @Test
  void blackHoleSubscribers_swallowsTheirs_andNothingOfOthers() throws IOException {
    redis.send("SUBSCRIBE", "news");
    assertThat(redis.receive()).isEqualTo(List.of("subscribe", "news", 1L));
    try (RawRedis other = connect()) {
      assertThat(other.command("PING")).isEqualTo("PONG");

      assertThat(proxy.blackHoleSubscribers()).isEqualTo(1);

      assertThat(direct.command("PUBLISH", "news", "a")).as("receivers").isEqualTo(1L);
      await().until(() -> proxy.pushes() == 1);
      assertThat(redis.awaitPush(SHORT)).isEmpty();
      assertThat(other.command("PING")).isEqualTo("PONG");
    }
    try (RawRedis later = connect()) {
      later.send("SUBSCRIBE", "news");
      assertThat(later.receive()).isEqualTo(List.of("subscribe", "news", 1L));
    }
  }

  @Test
  void restore_disarms() {
    Trap trap = proxy.dropRequest(Match.command("SET"), After.CUT);
    proxy.delay(Direction.TO_SERVER, Duration.ofHours(1));
    proxy.restore();

    assertThat(redis.command("SET", "k", "v")).isEqualTo("OK");
    assertThat(trap.isSprung()).isFalse();
    assertThatThrownBy(() -> trap.awaitSprung(Duration.ZERO))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("number 1 of SET");
  }

  @Test
  void twoTraps_strikeOneAfterTheOther() {
    Trap first = proxy.dropPush(1);
    Trap second = proxy.dropPush(1);
    redis.command("HELLO", "3");
    redis.send("SUBSCRIBE", "news");
    assertThat(redis.awaitPush(LONG)).isPresent();

    direct.command("PUBLISH", "news", "a");
    direct.command("PUBLISH", "news", "b");
    direct.command("PUBLISH", "news", "c");

    assertThat(redis.awaitPush(LONG)).contains(List.of("message", "news", "c"));
    assertThat(first.isSprung()).isTrue();
    assertThat(second.isSprung()).isTrue();
  }
}
