package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Over RESP2 messages have a connection of their own. When it alone falls silent, everything else
 * goes on, and grants are not heard.
 */
class SilentMessagesTest {

  private static final Duration TTL = Duration.ofSeconds(6);
  private static final Duration SLOW_CHECK = TTL.dividedBy(3);

  /** Shorter than the shortest slow check, so that it shows what a message brings. */
  private static final Duration PROMPT = SLOW_CHECK.multipliedBy(3).dividedBy(4);

  private static final Duration MACHINE = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofMinutes(1);

  private RedisServer server;
  private TcpProxy proxy;
  private LockClient client;
  private LockClient other;

  @BeforeEach
  void connect() {
    server = RedisServer.start(RedisVersion.DISTRIBUTION.assumeAvailable());
    proxy = TcpProxy.to(server.host(), server.port());
    String uri = "redis://127.0.0.1:%d?protocol=resp2&timeout=500ms".formatted(proxy.port());
    client = LockClient.builder(uri).sessionTtl(TTL).connect();
    other = LockClient.builder(server.uri()).sessionTtl(Duration.ofSeconds(30)).connect();
  }

  @AfterEach
  void close() {
    other.close();
    client.close();
    proxy.close();
    server.close();
  }

  /** Waits behind the other client, until that one has released. */
  private CompletableFuture<Lease> waiting(String name, Lease theirs, Runnable before) {
    DistributedLock lock = other.lock(name);
    CompletableFuture<Lease> ours = client.lock(name).acquireAsync(LONG);
    await().atMost(MACHINE).until(() -> lock.inspect().queue().size() == 1);
    before.run();
    theirs.close();
    return ours;
  }

  private static Lease given(CompletableFuture<Lease> waiting, Duration within) throws Exception {
    return waiting.get(within.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Test
  void onlyTheMessagesAreSilent_waitersAreServedBySlowChecks_andByMessagesAfterwards()
      throws Exception {
    // The session and both connections are in use before anything goes wrong.
    client.lock("first").acquire(LONG).close();
    assertThat(proxy.connectionsMade()).isEqualTo(2);

    Lease theirs = other.lock("n").acquire(LONG);
    CompletableFuture<Lease> ours =
        waiting("n", theirs, () -> assertThat(proxy.blackHoleSubscribers()).isEqualTo(1));
    try (Lease lease = given(ours, SLOW_CHECK.plus(MACHINE))) {
      assertThat(lease.isHeld()).isTrue();
    }

    // Noticed by a question on that connection, which goes with each renewal.
    await().atMost(SLOW_CHECK.plus(MACHINE)).until(() -> proxy.connectionsMade() == 4);
    client.lock("second").acquire(LONG).close();
    long messages = proxy.pushes();
    Lease theirNext = other.lock("n").acquire(LONG);
    given(waiting("n", theirNext, () -> {}), PROMPT).close();
    assertThat(proxy.pushes()).isGreaterThan(messages);
  }
}
