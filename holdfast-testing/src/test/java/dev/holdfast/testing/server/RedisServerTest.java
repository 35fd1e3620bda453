package dev.holdfast.testing.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedisServerTest {

  private static final Duration SHORT = Duration.ofMillis(200);

  @ParameterizedTest
  @EnumSource(RedisVersion.class)
  void start_servesTheChosenVersion(RedisVersion version) {
    try (RedisServer server = RedisServer.start(version.assumeAvailable());
        RawRedis redis = server.raw()) {
      assertThat(redis.command("SET", "k", "v")).isEqualTo("OK");
      assertThat(redis.command("GET", "k")).isEqualTo("v");
      String expected = version == RedisVersion.EMBEDDED_6_2 ? "6.2." : "7.";
      assertThat(redis.info("server").get("redis_version")).startsWith(expected);
    }
  }

  @Test
  void password_isNeeded() throws IOException {
    try (RedisServer server = RedisServer.builder().password("secret").start();
        RawRedis stranger = RawRedis.connect(server.host(), server.port());
        RawRedis redis = server.raw()) {
      assertThatThrownBy(() -> stranger.command("GET", "k"))
          .isInstanceOfSatisfying(
              RedisErrorException.class, e -> assertThat(e.code()).isEqualTo("NOAUTH"));
      assertThat(redis.command("PING")).isEqualTo("PONG");
      assertThat(server.uri()).isEqualTo("redis://:secret@127.0.0.1:" + server.port());
    }
  }

  @ParameterizedTest
  @EnumSource(RedisVersion.class)
  void users_haveTheirRights_andWeGetIn(RedisVersion version) throws IOException {
    try (RedisServer server =
            RedisServer.builder()
                .version(version.assumeAvailable())
                .user("default", "off")
                .user("app", "on >pw ~app:* &* +@all -@dangerous")
                .start();
        RawRedis app = RawRedis.connect(server.host(), server.port());
        RawRedis redis = server.raw()) {
      assertThat(app.command("AUTH", "app", "pw")).isEqualTo("OK");
      assertThat(app.command("SET", "app:1", "v")).isEqualTo("OK");
      assertThatThrownBy(() -> app.command("SET", "other", "v")).hasMessageContaining("NOPERM");
      assertThat(redis.command("GET", "app:1")).isEqualTo("v");
    }
  }

  @ParameterizedTest
  @EnumSource(RedisVersion.class)
  void tls_refusesPlainConnectionsAndStrangeAuthorities(
      RedisVersion version, @TempDir Path folder, @TempDir Path otherFolder) throws IOException {
    TestCertificates certificates = TestCertificates.create(folder);
    TestCertificates others = TestCertificates.create(otherFolder);
    try (RedisServer server =
            RedisServer.builder().version(version.assumeAvailable()).tls(certificates).start();
        RawRedis redis = server.raw()) {
      assertThat(redis.command("PING")).isEqualTo("PONG");
      assertThat(server.uri()).startsWith("rediss://127.0.0.1:");
      assertThatThrownBy(
              () -> {
                try (RawRedis plain = RawRedis.connect(server.host(), server.port())) {
                  plain.command("PING");
                }
              })
          .isInstanceOf(UncheckedIOException.class);
      assertThatThrownBy(
              () -> {
                try (RawRedis stranger =
                    RawRedis.connect(server.host(), server.port(), others.clientContext())) {
                  stranger.command("PING");
                }
              })
          .isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void tlsWithClientCertificates_acceptsOurs(@TempDir Path folder) throws IOException {
    TestCertificates certificates = TestCertificates.create(folder);
    try (RedisServer server =
            RedisServer.builder().tlsWithClientCertificates(certificates).start();
        RawRedis redis = server.raw()) {
      assertThat(redis.command("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void configLines_win() {
    try (RedisServer server =
            RedisServer.builder().config("maxmemory 123456").config("appendonly yes").start();
        RawRedis redis = server.raw()) {
      assertThat(redis.command("CONFIG", "GET", "maxmemory"))
          .isEqualTo(List.of("maxmemory", "123456"));
      assertThat(redis.command("CONFIG", "GET", "appendonly"))
          .isEqualTo(List.of("appendonly", "yes"));
    }
  }

  @Test
  void badConfigLine_showsTheLog() {
    assertThatThrownBy(() -> RedisServer.builder().config("no-such-option 1").start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no-such-option");
  }

  @Test
  void replicaOf_followsThePrimary() {
    try (RedisServer primary = RedisServer.builder().password("pw").start();
        RedisServer replica = RedisServer.builder().replicaOf(primary).start();
        RawRedis writer = primary.raw();
        RawRedis reader = replica.raw()) {
      await().until(() -> "up".equals(reader.info("replication").get("master_link_status")));
      writer.command("SET", "k", "v");
      assertThat(writer.command("WAIT", "1", "5000")).isEqualTo(1L);
      assertThat(reader.command("GET", "k")).isEqualTo("v");
    }
  }

  @Test
  void pause_stopsAnswers_resumeBringsThem() {
    try (RedisServer server = RedisServer.start();
        RawRedis redis = server.raw()) {
      server.pause();
      redis.send("HELLO", "3");
      assertThat(redis.awaitPush(SHORT)).isEmpty();
      assertThat(server.isAlive()).isTrue();

      server.resume();

      assertThat(redis.receive()).isInstanceOf(Map.class);
    }
  }

  @Test
  void kill_thenRestartWithoutData_isEmptyOnTheSamePort() {
    try (RedisServer server = RedisServer.start()) {
      int port = server.port();
      String firstRun;
      try (RawRedis redis = server.raw()) {
        redis.command("SET", "k", "v");
        firstRun = redis.info("server").get("run_id");
      }

      server.kill();
      assertThat(server.isAlive()).isFalse();
      server.restartWithoutData();

      assertThat(server.port()).isEqualTo(port);
      try (RawRedis redis = server.raw()) {
        assertThat(redis.command("GET", "k")).isNull();
        assertThat(redis.info("server").get("run_id")).isNotEqualTo(firstRun);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(RedisVersion.class)
  void restartWithData_keepsIt(RedisVersion version) {
    try (RedisServer server = RedisServer.start(version.assumeAvailable())) {
      try (RawRedis redis = server.raw()) {
        redis.command("SET", "k", "v");
      }

      server.restartWithData();

      try (RawRedis redis = server.raw()) {
        assertThat(redis.command("GET", "k")).isEqualTo("v");
      }
    }
  }

  @Test
  void kill_withAppendOnlyFile_restartWithData_keepsIt() {
    try (RedisServer server =
        RedisServer.builder().config("appendonly yes").config("appendfsync always").start()) {
      try (RawRedis redis = server.raw()) {
        redis.command("SET", "k", "v");
      }

      server.kill();
      server.restartWithData();

      try (RawRedis redis = server.raw()) {
        assertThat(redis.command("GET", "k")).isEqualTo("v");
      }
    }
  }

  @Test
  void close_leavesNoProcess() {
    RedisServer server = RedisServer.start();
    server.pause();
    server.close();

    assertThat(server.isAlive()).isFalse();
    assertThatThrownBy(server::raw).isInstanceOf(UncheckedIOException.class);
  }
}
