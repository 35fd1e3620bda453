package dev.holdfast.tck.latch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Patience;
import dev.holdfast.tck.fault.BadNetwork;
import dev.holdfast.tck.fault.Call;
import dev.holdfast.tck.fault.Fate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lost calls, answers, messages, connections and sessions. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.LATCHES)
final class LatchFaultContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final BadNetwork network;

  /** Behind the bad network. */
  private final DistributedCountDownLatch latch;

  private final DistributedCountDownLatch other;

  LatchFaultContract(Arena arena) {
    this.arena = arena;
    this.network = arena.network();
    this.latch = arena.client(network).countDownLatch(arena.name());
    this.other = arena.client().countDownLatch(arena.name());
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** What a command asks after it has looked comes to this fate. */
  private void afterTheLook(Fate fate) {
    network.faults().next(Call.LATCH, Fate.GOOD);
    network.faults().next(Call.LATCH, fate);
  }

  @Test
  void countDown_whoseAnswerIsLost_countsOnce() {
    other.trySetCount(3);
    afterTheLook(Fate.ANSWER_LOST);
    latch.countDown();
    assertThat(other.getCount()).isEqualTo(2);
    afterTheLook(Fate.LOST);
    latch.countDown();
    assertThat(other.getCount()).isEqualTo(1);
    other.countDown();
  }

  @Test
  void countDown_whoseAnswerIsLost_doesNotHitTheNextRound() throws Exception {
    other.trySetCount(1);
    afterTheLook(Fate.ANSWER_LOST);
    CompletableFuture<Void> counting = arena.watch(latch.countDownAsync());
    Patience.await("zero").until(() -> other.getCount() == 0);
    assertThat(other.trySetCount(2)).isTrue();
    get(counting);
    assertThat(other.getCount()).isEqualTo(2);
    other.delete();
  }

  @Test
  void countDown_thatArrivesInTheNextRound_countsThere_becauseItCertainlyHasNotBefore()
      throws Exception {
    other.trySetCount(1);
    afterTheLook(Fate.late(Duration.ofSeconds(1)));
    CompletableFuture<Void> counting = arena.watch(latch.countDownAsync());
    Patience.await("the look").until(() -> network.faults().count(Call.LATCH) == 2);
    other.countDown();
    assertThat(other.trySetCount(2)).isTrue();
    get(counting);
    assertThat(other.getCount()).isEqualTo(1);
    other.delete();
  }

  @Test
  void setCount_whoseAnswerIsLost_beginsOneRound() throws Exception {
    afterTheLook(Fate.ANSWER_LOST);
    CompletableFuture<Boolean> setting = arena.actor().begins(() -> latch.trySetCount(1));
    Patience.await("the round").until(() -> other.getCount() == 1);
    other.countDown();
    assertThat(get(setting)).isTrue();
    assertThat(other.getCount()).isZero();
    assertThat(latch.await(Duration.ZERO)).isTrue();
  }

  @Test
  void message_thatIsLost_isMadeUpForBySlowChecks() throws Exception {
    other.trySetCount(1);
    network.faults().spoilMessages(1, 0);
    CompletableFuture<Void> awaited = arena.watch(latch.awaitAsync());
    arena.awaitAwaiting(1);
    other.countDown();
    assertThat(other.trySetCount(1)).isTrue();
    get(awaited);
    other.countDown();
  }

  @Test
  void connection_thatBreaks_losesNoEndOfARound() throws Exception {
    other.trySetCount(1);
    CompletableFuture<Void> awaited = arena.watch(latch.awaitAsync());
    arena.awaitAwaiting(1);
    network.store().disconnect();
    other.countDown();
    assertThat(other.trySetCount(1)).isTrue();
    network.store().reconnect();
    get(awaited);
    other.countDown();
  }

  @Test
  void countDown_whileThereIsNoConnection_isMadeLater_once() throws Exception {
    other.trySetCount(2);
    assertThat(latch.getCount()).isEqualTo(2);
    network.store().disconnect();
    CompletableFuture<Void> counting = arena.watch(latch.countDownAsync());
    assertThat(counting).isNotDone();
    network.store().reconnect();
    get(counting);
    assertThat(other.getCount()).isEqualTo(1);
    other.countDown();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void session_thatIsLost_endsNoAwait_andNoCountDown() throws Exception {
    other.trySetCount(2);
    CompletableFuture<Void> awaited = arena.watch(latch.awaitAsync());
    arena.awaitAwaiting(1);
    for (StoreSession session : network.store().sessions()) {
      arena.store().endSession(session.id());
    }
    latch.countDown();
    arena.awaitAwaiting(1);
    assertThat(awaited).isNotDone();
    other.countDown();
    get(awaited);
  }

  @Test
  void withoutAConnection_throwsStoreUnavailableException() {
    other.trySetCount(1);
    assertThat(latch.getCount()).isEqualTo(1);
    network.store().disconnect();
    Duration wait = Duration.ofMillis(100);
    assertThatThrownBy(latch::getCount).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> latch.await(wait))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(arena.name());
    assertThatThrownBy(() -> get(latch.awaitAsync(wait)))
        .hasCauseInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> latch.await(Duration.ZERO))
        .isInstanceOf(StoreUnavailableException.class);
    network.store().reconnect();
    other.countDown();
  }

  @Test
  void waitThatEndedWithoutAConnection_leavesNothing_onceItIsBack() {
    other.trySetCount(1);
    CompletableFuture<Boolean> awaited = latch.awaitAsync(LONG);
    arena.awaitAwaiting(1);
    network.store().disconnect();
    awaited.cancel(false);
    network.store().reconnect();
    arena.awaitAwaiting(0);
    other.countDown();
  }
}
