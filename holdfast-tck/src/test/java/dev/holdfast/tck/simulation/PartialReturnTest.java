package dev.holdfast.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockClient;
import dev.holdfast.LockView;
import dev.holdfast.LossReason;
import dev.holdfast.Permits;
import dev.holdfast.engine.queue.EngineLease;
import dev.holdfast.engine.queue.ReleaseOutcome;
import dev.holdfast.memory.MemorySpaceView;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.tck.VirtualSession;
import dev.holdfast.tck.fault.BadNetwork;
import dev.holdfast.tck.fault.Faults;
import dev.holdfast.tck.time.VirtualTime;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A part of what is held is given back while the network fails. */
class PartialReturnTest {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final ResourceId SEMAPHORE = new ResourceId(ResourceKind.SEMAPHORE, "s");

  private final VirtualTime time = new VirtualTime(7);
  private final String name = "partial-return-" + UUID.randomUUID();
  private final MemorySpaceView space = MemorySpaceView.open(name, time);
  private final BadNetwork network = BadNetwork.before("memory://" + name, Faults.onlyOrdered());
  private final LockClient client =
      LockClient.builder(network.uri())
          .sessionTtl(TTL)
          .time(time, time)
          .callbackExecutor(time)
          .lazyConnect(true)
          .connect();

  private EngineLease held() {
    CompletableFuture<Permits> asked = client.semaphore(SEMAPHORE.name()).acquireAsync(4);
    assertThat(time.runUntil(asked::isDone, SOON)).isTrue();
    return InsideHandle.of(asked.join());
  }

  @BeforeEach
  void setPermits() {
    VirtualSession operator = new VirtualSession(time, "memory://" + name, "operator");
    operator.await(
        operator.session.changePermits(
            new PermitsChange(new RequestId("operator-1"), SEMAPHORE, Action.SET, 4)));
    operator.await(operator.session.close());
  }

  @AfterEach
  void end() {
    assertThat(network.store().complaints()).isEmpty();
    network.close();
    space.close();
  }

  private CompletableFuture<ReleaseOutcome> giveBack(EngineLease lease, int units) {
    CompletableFuture<ReleaseOutcome> release = lease.queue().release(lease, units);
    if (release == null) {
      throw new AssertionError("Fewer are held");
    }
    return release;
  }

  private int unitsInTheStore() {
    return space.inspect(SEMAPHORE).holders().stream().mapToInt(LockView.Holder::units).sum();
  }

  private void assertOutcome(CompletableFuture<ReleaseOutcome> release, ReleaseOutcome outcome) {
    assertThat(time.runUntil(release::isDone, SOON)).isTrue();
    assertThat(release.join()).isEqualTo(outcome);
  }

  @Test
  void cutOff_theStoreHearsOfItAfterTheReconnect() {
    EngineLease lease = held();
    network.store().disconnect();
    CompletableFuture<ReleaseOutcome> first = giveBack(lease, 1);
    CompletableFuture<ReleaseOutcome> second = giveBack(lease, 2);
    time.advance(SOON);
    assertThat(first.isDone()).isFalse();
    assertThat(lease.units()).isEqualTo(1);
    assertThat(unitsInTheStore()).isEqualTo(4);

    network.store().reconnect();

    assertOutcome(first, ReleaseOutcome.SHRUNK);
    assertOutcome(second, ReleaseOutcome.SHRUNK);
    assertThat(unitsInTheStore()).isEqualTo(1);
    assertThat(lease.held(time.nanos())).isTrue();
  }

  @Test
  void lostAnswer_isAskedForAgain() {
    EngineLease lease = held();
    CompletableFuture<ReleaseOutcome> release = giveBack(lease, 3);
    network.store().disconnect(Duration.ofMillis(100));

    assertOutcome(release, ReleaseOutcome.SHRUNK);
    assertThat(unitsInTheStore()).isEqualTo(1);
  }

  @Test
  void allGivenBackMeanwhile_endsTheFirstReturnToo() {
    EngineLease lease = held();
    network.store().disconnect();
    CompletableFuture<ReleaseOutcome> part = giveBack(lease, 1);
    CompletableFuture<ReleaseOutcome> rest = lease.queue().release(lease);
    network.store().reconnect();

    assertOutcome(rest, ReleaseOutcome.RELEASED);
    assertOutcome(part, ReleaseOutcome.SHRUNK);
    assertThat(unitsInTheStore()).isZero();
    assertThat(space.resources()).isEmpty();
  }

  @Test
  void otherProcessOfTheStore_hearsOfItToo() {
    EngineLease lease = held();
    network.store().loseData(0);
    CompletableFuture<ReleaseOutcome> release = giveBack(lease, 2);

    assertOutcome(release, ReleaseOutcome.SHRUNK);
    assertThat(unitsInTheStore()).isEqualTo(2);
    assertThat(lease.held(time.nanos())).isTrue();
  }

  @Test
  void sessionEndedMeanwhile_isALoss() {
    EngineLease lease = held();
    network.store().disconnect();
    CompletableFuture<ReleaseOutcome> release = giveBack(lease, 2);
    space.endSession(network.store().sessions().get(0).id());
    network.store().reconnect();

    assertOutcome(release, ReleaseOutcome.UNKNOWN);
    assertThat(lease.lossReason()).isEqualTo(LossReason.STORE_SAID);
  }

  @Test
  void moreThanIsHeld_isRefused() {
    EngineLease lease = held();
    assertThat(lease.queue().release(lease, 5)).isNull();
    assertOutcome(giveBack(lease, 3), ReleaseOutcome.SHRUNK);
    assertThat(lease.queue().release(lease, 2)).isNull();
    assertOutcome(giveBack(lease, 1), ReleaseOutcome.RELEASED);
    assertThat(lease.queue().release(lease, 1)).isNull();
  }
}
