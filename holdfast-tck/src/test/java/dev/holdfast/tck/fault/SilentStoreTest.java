package dev.holdfast.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.tck.time.VirtualTime;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Callers without a limit hear after 30 seconds that the store gives no sign of life, also when
 * their session would live much longer.
 */
class SilentStoreTest {

  private static final Duration WITHOUT_LIMIT = Duration.ofSeconds(Long.MAX_VALUE);
  private static final Duration TTL = Duration.ofHours(1);

  private final VirtualTime time = new VirtualTime(7);
  private final String uri = "memory://silent-" + UUID.randomUUID();
  private final BadNetwork network = BadNetwork.before(uri, Faults.onlyOrdered());
  private final LockClient other = client(uri);
  private final LockClient client = client(network.uri());

  private LockClient client(String address) {
    return LockClient.builder(address)
        .sessionTtl(TTL)
        .time(time, time)
        .callbackExecutor(time)
        .lazyConnect(true)
        .connect();
  }

  @AfterEach
  void close() {
    network.close();
  }

  private Lease get(CompletableFuture<Lease> asked) {
    assertThat(time.runUntil(asked::isDone, Duration.ofSeconds(5))).isTrue();
    return asked.join();
  }

  private static void assertUnavailable(CompletableFuture<Lease> asked) {
    assertThat(asked)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void waitingInTheStore_isToldAfterThirtySecondsWithoutAConnection() {
    Lease theirs = get(other.lock("k").acquireAsync());
    CompletableFuture<Lease> asked = client.lock("k").acquireAsync(WITHOUT_LIMIT);
    time.advance(Duration.ofSeconds(1));

    network.store().disconnect();
    time.advance(Duration.ofSeconds(29));
    assertThat(asked).isNotDone();
    time.advance(Duration.ofSeconds(7));

    assertUnavailable(asked);
    assertThat(theirs.isHeld()).isTrue();
  }

  @Test
  void askingWithoutAConnection_isToldAfterThirtySeconds() {
    get(client.lock("warm-up").acquireAsync());
    network.store().disconnect();
    time.advance(Duration.ofSeconds(3));

    CompletableFuture<Lease> asked = client.lock("k").acquireAsync(WITHOUT_LIMIT);
    time.advance(Duration.ofSeconds(29));
    assertThat(asked).isNotDone();
    time.advance(Duration.ofSeconds(7));

    assertUnavailable(asked);
  }

  @Test
  void connectionThatComesBack_endsTheSilence() {
    DistributedLock bounded = other.lock("k").leaseTime(Duration.ofMinutes(5));
    Lease theirs = get(bounded.acquireAsync());
    CompletableFuture<Lease> asked = client.lock("k").acquireAsync(WITHOUT_LIMIT);
    time.advance(Duration.ofSeconds(1));
    for (int breaks = 0; breaks < 3; breaks++) {
      network.store().disconnect();
      time.advance(Duration.ofSeconds(20));
      network.store().reconnect();
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(asked).isNotDone();
    assertThat(theirs.isHeld()).isTrue();

    time.advance(Duration.ofMinutes(5));

    assertThat(get(asked).isHeld()).isTrue();
  }

  @Test
  void silenceOfLongAgo_doesNotCountForALaterCaller() {
    Lease held = get(client.fairLock("k").acquireAsync());
    network.store().disconnect();
    time.advance(Duration.ofSeconds(20));
    network.store().reconnect();
    time.advance(Duration.ofMinutes(5));
    network.store().disconnect();
    CompletableFuture<Lease> asked = client.fairLock("k").acquireAsync(WITHOUT_LIMIT);
    time.advance(Duration.ofSeconds(20));

    assertThat(asked).isNotDone();
    assertThat(held.isHeld()).isTrue();
  }
}
