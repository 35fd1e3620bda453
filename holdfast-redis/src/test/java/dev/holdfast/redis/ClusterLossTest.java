package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisCluster;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to one primary of a Cluster concerns the locks of its shards, and no others. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class ClusterLossTest {

  private static final Duration TTL = Duration.ofSeconds(3);
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int SHARDS = ShardKeys.count(true);

  private static RedisCluster cluster;

  private LockClient client;

  /** No replicas, and nobody is taken for dead: whoever is away stays missing. */
  @BeforeAll
  static void start() {
    RedisVersion.DISTRIBUTION.assumeAvailable();
    cluster = RedisCluster.builder().replicas(0).nodeTimeout(Duration.ofMinutes(2)).start();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @BeforeEach
  void connect() {
    client =
        LockClient.builder(cluster.uri() + "?timeout=1s&connectTimeout=1s")
            .sessionTtl(TTL)
            .connect();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static String table(int shard) {
    return ShardKeys.inCluster("hf", shard).sessions();
  }

  private static String name(String begin, int shard) {
    for (int i = 0; ; i++) {
      String name = begin + "-" + shard + "-" + i;
      if (ShardKeys.of(name, SHARDS) == shard) {
        return name;
      }
    }
  }

  private static RedisServer primaryOf(int shard) {
    return await()
        .atMost(SOON)
        .until(() -> cluster.primaryOf(table(shard)), Optional::isPresent)
        .orElseThrow();
  }

  /** One lock in each shard; true for those that the server of shard 0 keeps. */
  private Map<Boolean, List<Lease>> holdInEachShard(String begin, RedisServer server)
      throws Exception {
    List<Lease> its = new ArrayList<>();
    List<Lease> others = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      boolean same = primaryOf(shard) == server;
      (same ? its : others).add(client.lock(name(begin, shard)).acquire(SOON));
    }
    assertThat(its).isNotEmpty();
    assertThat(others).hasSizeGreaterThan(its.size());
    return Map.of(true, its, false, others);
  }

  private static boolean allHeld(List<Lease> leases) {
    return leases.stream().allMatch(Lease::isHeld);
  }

  private static boolean noneHeld(List<Lease> leases) {
    return leases.stream().noneMatch(Lease::isHeld);
  }

  private static void assertGivenBack(List<Lease> held, List<Lease> lost) {
    held.forEach(Lease::close);
    lost.forEach(lease -> assertThatThrownBy(lease::close).isInstanceOf(LockLostException.class));
  }

  /** As long as it takes to be sure that each session was renewed meanwhile. */
  private static void assertStayHeld(List<Lease> leases) {
    await().during(TTL).atMost(SOON).until(() -> allHeld(leases));
  }

  @Test
  void frozenPrimary_costsNoLockThatOthersKeep() throws Exception {
    RedisServer frozen = primaryOf(0);
    Map<Boolean, List<Lease>> leases = holdInEachShard("frozen", frozen);
    frozen.pause();
    try {
      await().atMost(SOON).until(() -> noneHeld(leases.get(true)));
      assertStayHeld(leases.get(false));
      assertThatThrownBy(() -> client.lock(name("while-frozen", 0)).tryLock(Duration.ofSeconds(1)))
          .isInstanceOf(StoreUnavailableException.class);
      int another = ShardKeys.of(leases.get(false).get(0).name(), SHARDS);
      client.lock(name("meanwhile", another)).acquire(SOON).close();
    } finally {
      frozen.resume();
    }
    assertGivenBack(leases.get(false), leases.get(true));
    Lease lost = leases.get(true).get(0);
    try (Lease again = acquireOnceItIsBack(lost.name())) {
      assertThat(again.fencingToken()).isGreaterThan(lost.fencingToken());
    }
  }

  private Lease acquireOnceItIsBack(String name) {
    return await()
        .atMost(SOON)
        .ignoreException(StoreUnavailableException.class)
        .until(() -> client.lock(name).tryAcquire(Duration.ofSeconds(2)), Optional::isPresent)
        .orElseThrow();
  }

  /** How a primary loses all that it knows. */
  enum Forgetting {
    FLUSHED,
    RESTARTED
  }

  @ParameterizedTest
  @EnumSource(Forgetting.class)
  void primaryThatForgot_losesItsOwnLocks_andTokensGoOnRising(Forgetting how) throws Exception {
    RedisServer forgetful = primaryOf(0);
    Map<Boolean, List<Lease>> leases = holdInEachShard(how.name(), forgetful);
    switch (how) {
      case FLUSHED -> {
        try (RawRedis raw = forgetful.raw()) {
          raw.command("FLUSHALL");
        }
      }
      case RESTARTED -> {
        forgetful.kill();
        forgetful.restartWithData(); // There is none on its disk but what it knows of the others.
      }
    }
    await().atMost(SOON).until(() -> noneHeld(leases.get(true)));
    assertStayHeld(leases.get(false));
    assertGivenBack(leases.get(false), leases.get(true));
    for (Lease lost : leases.get(true)) {
      try (Lease again = acquireOnceItIsBack(lost.name())) {
        assertThat(again.fencingToken()).isGreaterThan(lost.fencingToken());
      }
    }
  }

  @Test
  void slotThatNobodyKeeps_isUnavailable_andNotBusy() throws Exception {
    RedisServer primary = primaryOf(3);
    DistributedLock lock = client.lock(name("unkept", 3));
    lock.acquire(SOON).close();
    try (RawRedis raw = primary.raw()) {
      String slot = String.valueOf(raw.command("CLUSTER", "KEYSLOT", table(3)));
      raw.command("CLUSTER", "DELSLOTS", slot);
      try {
        // The server says so, or the client has seen it before in the map of the slots.
        assertThatThrownBy(lock::tryLock)
            .isInstanceOf(StoreUnavailableException.class)
            .message()
            .containsAnyOf("CLUSTERDOWN", "keeps the shard no more");
        assertThatThrownBy(() -> lock.tryLock(Duration.ofMillis(300)))
            .isInstanceOf(StoreUnavailableException.class);
      } finally {
        raw.command("CLUSTER", "ADDSLOTS", slot);
      }
    }
    acquireOnceItIsBack(lock.name()).close();
  }

  @Test
  void primaryWithoutMemory_refusesNewLocks_andFreesOldOnes() throws Exception {
    RedisServer primary = primaryOf(0);
    Map<Boolean, List<Lease>> leases = holdInEachShard("full", primary);
    try (RawRedis raw = primary.raw()) {
      raw.command("CONFIG", "SET", "maxmemory", "1");
      try {
        assertThatThrownBy(() -> client.lock(name("no-room", 0)).tryLock())
            .isInstanceOf(StoreRefusedException.class)
            .hasMessageContaining("OOM");
        assertStayHeld(leases.values().stream().flatMap(List::stream).collect(Collectors.toList()));
        leases.get(true).forEach(Lease::close);
      } finally {
        raw.command("CONFIG", "SET", "maxmemory", "0");
      }
    }
    leases.get(false).forEach(Lease::close);
  }

  @Test
  void serverThatForgotItsScripts_isToldThemAgain() throws Exception {
    DistributedLock lock = client.lock(name("scripts", 0));
    lock.acquire(SOON).close();
    for (RedisServer server : cluster.servers()) {
      try (RawRedis raw = server.raw()) {
        raw.command("SCRIPT", "FLUSH");
      }
    }
    lock.acquire(SOON).close();
  }

  @Test
  void serverThatRunsALongScript_isUnavailable_andNotBusyByALock() throws Exception {
    RedisServer primary = primaryOf(0);
    try (RawRedis raw = primary.raw();
        RawRedis endless = primary.raw();
        Lease held = client.lock(name("long-script", 0)).acquire(SOON)) {
      raw.command("CONFIG", "SET", "lua-time-limit", "50");
      endless.send("EVAL", "while true do end", "0");
      try {
        assertThatThrownBy(() -> client.lock(name("while-it-runs", 0)).tryLock())
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("BUSY Redis is busy running a script");
      } finally {
        raw.command("SCRIPT", "KILL");
        await().atMost(SOON).ignoreExceptions().until(() -> raw.command("PING") != null);
        raw.command("CONFIG", "SET", "lua-time-limit", "5000");
      }
      assertThat(held.isHeld()).isTrue();
    }
  }
}
