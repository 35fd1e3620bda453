package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.RevokeMode;
import dev.holdfast.RevokeOutcome;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisCluster;
import dev.holdfast.testing.server.RedisSentinel;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rights that the page of the Redis protocol lists are enough, and are not too many. */
class RightsTest {

  private static final String PAGE = "docs/protocol/redis.md";

  private static final String SENTINEL_CHANNEL = "&+switch-master";

  /** What a block of the page says, word by word. */
  private static List<String> words(Predicate<String> firstLine) {
    List<String> lines =
        Repository.page(PAGE).blocks().stream()
            .map(block -> block.lines().stream().map(Block.Line::text).toList())
            .filter(text -> firstLine.test(text.get(0).strip()))
            .findFirst()
            .orElseThrow();
    return Stream.of(String.join(" ", lines).strip().split(" +", -1)).toList();
  }

  private static List<String> words() {
    return words(
        line -> line.startsWith("ACL SETUSER holdfast ") && !line.contains(SENTINEL_CHANNEL));
  }

  private static List<String> wordsOfSentinels() {
    return words(line -> line.startsWith("ACL SETUSER") && line.contains(SENTINEL_CHANNEL));
  }

  /** The additional ones; as the page says, version 6.2 does not know the last four. */
  private static List<String> wordsInACluster(RedisVersion version) {
    List<String> more = words(line -> line.startsWith("+cluster|slots"));
    int unknown = version == RedisVersion.EMBEDDED_6_2 ? 4 : 0;
    return Stream.concat(words().stream(), more.stream().limit(more.size() - unknown)).toList();
  }

  private static void grant(RedisServer server, List<String> words) {
    try (RawRedis raw = server.raw()) {
      raw.command(words.toArray(String[]::new));
    }
  }

  private static String uri(RedisServer server) {
    return uri(server, "holdfast");
  }

  private static String uri(RedisServer server, String user) {
    return "redis://" + user + ":SECRET@" + server.host() + ":" + server.port();
  }

  @ParameterizedTest
  @EnumSource(RedisVersion.class)
  void rightsOfThePage_areEnoughForEverything(RedisVersion version) throws Exception {
    try (RedisServer server = RedisServer.start(version.assumeAvailable())) {
      grant(server, words());
      try (LockClient one = LockClient.connect(uri(server));
          LockClient two = LockClient.connect(uri(server) + "?protocol=resp2")) {
        use(one.lock("a"), two.lock("a"));
        use(one.fairLock("b"), two.fairLock("b"));
        use(one.countDownLatch("c"), two.countDownLatch("c"));
        takeAway(one, two);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(RedisVersion.class)
  void rightsOfThoseWhoLook_areEnoughToLook_andForNothingElse(RedisVersion version)
      throws Exception {
    try (RedisServer server = RedisServer.start(version.assumeAvailable())) {
      grant(server, words());
      grant(server, words(line -> line.startsWith("ACL SETUSER holdfast-look ")));
      try (LockClient client = LockClient.connect(uri(server));
          LockClient looking = LockClient.connect(uri(server, "holdfast-look"));
          Lease lease = client.lock("a").acquire();
          Lease reader = client.readWriteLock("b").readLock().acquire()) {
        assertThat(client.countDownLatch("a").trySetCount(2)).isTrue();
        assertThat(looking.list("*")).hasSize(3);
        assertThat(looking.inspect("a")).hasSize(2);
        assertThat(looking.inspect("b")).hasSize(1);
        assertThatThrownBy(() -> looking.lock("b").tryLock())
            .isInstanceOf(StoreRefusedException.class);
        assertThatThrownBy(
                () -> looking.revoke("a", lease.fencingToken(), RevokeMode.LEASE, Duration.ZERO))
            .isInstanceOf(StoreRefusedException.class);
        assertThat(reader.isHeld()).isTrue();
      }
    }
  }

  private static void takeAway(LockClient client, LockClient operator) throws Exception {
    for (RevokeMode mode : RevokeMode.values()) {
      Lease lease = client.lock("c").acquire();
      assertThat(operator.revoke("c", lease.fencingToken(), mode, Duration.ofSeconds(10)))
          .isEqualTo(RevokeOutcome.RELEASED);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(RedisVersion.class)
  void rightsOfThePage_areEnoughInACluster(RedisVersion version) throws Exception {
    try (RedisCluster cluster =
        RedisCluster.builder().version(version.assumeAvailable()).replicas(0).start()) {
      cluster.servers().forEach(server -> grant(server, wordsInACluster(version)));
      String uri = cluster.uri().replace("://", "://holdfast:SECRET@");
      try (LockClient one = LockClient.connect(uri);
          LockClient two = LockClient.connect(uri)) {
        for (String name : List.of("a", "b", "c", "d")) {
          use(one.lock(name), two.lock(name));
        }
      }
    }
  }

  @Tag("slow")
  @Test
  void rightsOfThePage_areEnoughBehindSentinels() throws Exception {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    try (RedisSentinel group = RedisSentinel.builder().start()) {
      group.servers().forEach(server -> grant(server, words()));
      group.sentinels().forEach(sentinel -> grant(sentinel, wordsOfSentinels()));
      String uri =
          group.uri().replace("://", "://holdfast:SECRET@")
              + "?sentinelUser=holdfast&sentinelPassword=SECRET";
      try (LockClient one = LockClient.connect(uri);
          LockClient two = LockClient.connect(uri)) {
        use(one.lock("a"), two.lock("a"));
        Lease held = one.lock("b").acquire();
        try (RawRedis raw = group.primary().raw()) {
          raw.command("PING");
          raw.command("WAIT", "2", "10000");
        }
        group.failOver();
        useBehindTheFailOver(one, two);
        held.close();
      }
    }
  }

  /** A client that has not heard of the new primary yet is told that it lost what it just took. */
  private static void useBehindTheFailOver(LockClient one, LockClient two) throws Exception {
    for (int attempt = 0; ; attempt++) {
      try {
        use(one.lock("c" + attempt), two.lock("c" + attempt));
        return;
      } catch (ReleaseUnknownException onTheOldPrimary) {
        assertThat(attempt).isLessThan(5);
      }
    }
  }

  /** Grants, queues, cancels, hands on, bounds, inspects and releases. */
  private static void use(DistributedLock first, DistributedLock second) throws Exception {
    Lease lease = first.acquire();
    assertThat(second.tryAcquire(Duration.ofMillis(50))).isEmpty();
    CompletableFuture<Lease> next = second.leaseTime(Duration.ofMinutes(1)).acquireAsync();
    assertThat(first.inspect().holders()).hasSize(1);
    lease.close();
    next.get(10, TimeUnit.SECONDS).close();
    assertThat(first.isLocked()).isFalse();
  }

  /** Begins rounds, awaits them and gives up, counts down to zero, deletes. */
  private static void use(DistributedCountDownLatch first, DistributedCountDownLatch second)
      throws Exception {
    for (int round = 1; round <= 2; round++) {
      assertThat(first.trySetCount(2)).isTrue();
      assertThat(second.await(Duration.ofMillis(50))).isFalse();
      CompletableFuture<Void> awaited = second.awaitAsync();
      first.countDown();
      assertThat(second.getCount()).isEqualTo(1);
      second.countDown();
      awaited.get(10, TimeUnit.SECONDS);
    }
    assertThat(first.trySetCount(1)).isTrue();
    assertThat(first.delete()).isTrue();
  }

  @Test
  void keysOfOthers_areOutOfReach() {
    try (RedisServer server = RedisServer.start()) {
      grant(server, words());
      assertThatThrownBy(() -> LockClient.connect(uri(server) + "?prefix=other").close())
          .isInstanceOf(StoreRefusedException.class)
          .hasMessageContaining("NOPERM");
    }
  }

  @ParameterizedTest
  @EnumSource(RedisVersion.class)
  void withoutARight_theErrorSaysWhereToLook(RedisVersion version) throws InterruptedException {
    List<String> fewer = words().stream().filter(word -> !word.equals("+zadd")).toList();
    try (RedisServer server = RedisServer.start(version.assumeAvailable())) {
      grant(server, fewer);
      try (LockClient client = LockClient.connect(uri(server));
          LockClient other = LockClient.connect(uri(server))) {
        Lease held = client.lock("a").acquire();
        assertThatThrownBy(() -> other.lock("a").acquire(Duration.ofSeconds(1)))
            .isInstanceOf(StoreRefusedException.class)
            .hasMessageContaining("request-lock-5.lua")
            .hasMessageContaining("rights that " + PAGE);
        held.close();
      }
    }
  }
}
