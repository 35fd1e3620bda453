package dev.holdfast.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LeaderElection;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.tck.time.SkewedTime;
import dev.holdfast.tck.time.VirtualTime;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leader that is cut off is told of its loss before the store lets anybody else lead. */
class LostTermTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  private final VirtualTime time = new VirtualTime(7);
  private final String uri = "memory://lost-term-" + UUID.randomUUID();
  private final BadNetwork network = BadNetwork.before(uri, Faults.onlyOrdered());

  private LockClient client(String address, int perMille) {
    SkewedTime machine = new SkewedTime(time, perMille, Duration.ZERO);
    return LockClient.builder(address)
        .sessionTtl(TTL)
        .time(machine, machine)
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

  @ParameterizedTest
  @ValueSource(ints = {-9, 0, 9})
  void leaderThatIsCutOff_isToldBeforeTheNextOneLeads_whateverItsClockRunsLike(int perMille) {
    LeaderElection next = client(uri, 0).election("e");
    LeaderElection first = client(network.uri(), perMille).election("e");
    Lease term = get(first.campaignAsync());
    AtomicLong toldNanos = new AtomicLong();
    term.onLost(() -> toldNanos.set(time.elapsedNanos()));
    CompletableFuture<Lease> elected = next.campaignAsync();
    time.advance(TTL);

    network.store().disconnect();
    assertThat(time.runUntil(elected::isDone, TTL.multipliedBy(2))).isTrue();

    assertThat(toldNanos.get()).isPositive();
    assertThat(Duration.ofNanos(time.elapsedNanos() - toldNanos.get()))
        .isGreaterThanOrEqualTo(Duration.ofMillis(500));
    assertThat(first.isLeader()).isFalse();
    assertThat(next.isLeader()).isTrue();
  }
}
