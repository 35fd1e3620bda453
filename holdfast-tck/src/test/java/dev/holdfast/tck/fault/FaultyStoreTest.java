package dev.holdfast.tck.fault;

import static dev.holdfast.tck.VirtualSession.TTL;
import static dev.holdfast.tck.VirtualSession.request;
import static dev.holdfast.tck.VirtualSession.resource;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.StoreUnavailableException;
import dev.holdfast.memory.MemorySpaceView;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.tck.VirtualSession;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.tck.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultyStoreTest {

  private static final RequestId A1 = new RequestId("a1");
  private static final RequestId B1 = new RequestId("b1");

  private final VirtualTime time = new VirtualTime(7);
  private final String uri = "memory://faulty-" + UUID.randomUUID();
  private final BadNetwork network = BadNetwork.before(uri, Faults.onlyOrdered());
  private final VirtualSession a = new VirtualSession(time, network.uri(), "a");
  private final VirtualSession b = new VirtualSession(time, uri, "b");

  @AfterEach
  void close() {
    network.close();
  }

  private static void assertUnavailable(CompletionStage<?> stage) {
    assertThat(stage.toCompletableFuture())
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void lostCall_isGivenUp_andChangesNothing() {
    network.faults().next(Call.REQUEST, Fate.LOST);
    var answer = a.session.request(request("a1")).toCompletableFuture();
    time.advance(FaultyStore.LOST_CALL.minusNanos(1));
    assertThat(answer).isNotDone();
    time.advance(Duration.ofNanos(1));
    assertUnavailable(answer);
    assertThat(b.ask("b1")).isInstanceOf(Granted.class);
  }

  @Test
  void lostAnswer_isGivenUp_butTheCallHadItsEffect() {
    network.faults().next(Call.REQUEST, Fate.ANSWER_LOST);
    var answer = a.session.request(request("a1")).toCompletableFuture();
    time.advance(a.store.commandTimeout());
    assertUnavailable(answer);
    assertThat(b.ask("b1")).isInstanceOf(Queued.class);
    assertThat(a.ask("a1")).isInstanceOf(Granted.class);
  }

  @Test
  void lateCall_keepsItsPlaceBeforeLaterOnes() {
    network.faults().next(Call.REQUEST, Fate.late(Duration.ofSeconds(1)));
    var asked = a.session.request(request("a1")).toCompletableFuture();
    var released = a.session.release(resource("k"), A1).toCompletableFuture();
    time.settle();
    assertThat(released).isNotDone();
    time.advance(Duration.ofSeconds(1));
    assertThat(asked.join()).isInstanceOf(Granted.class);
    assertThat(released.join()).isEqualTo(new ReleaseAnswer(Outcome.RELEASED, false));
  }

  @Test
  void disconnect_failsEverything_untilAttached() {
    network.faults().next(Call.REQUEST, Fate.answeredLate(Duration.ofSeconds(1)));
    var inFlight = a.session.request(request("a1"));
    network.store().disconnect();
    time.settle();
    assertUnavailable(inFlight);
    var afterwards = a.session.renew();
    time.settle();
    assertUnavailable(afterwards);

    time.advance(Duration.ofSeconds(5));
    long sent = time.nanos();
    network.store().reconnect();
    time.settle();
    assertThat(a.log.events())
        .containsExactly(new Event.Detached(), new Event.Attached(sent, false, Set.of()));
    assertThat(a.await(a.session.renew())).isEqualTo(RenewAnswer.RENEWED);
  }

  @Test
  void leftByAnOldConnection_mayArriveUntilTheNewOne_notAfterwards() {
    network.faults().arriveLate(1);
    network.faults().next(Call.REQUEST, Fate.late(Duration.ofMillis(100)));
    network.faults().next(Call.REQUEST, Fate.late(Duration.ofMillis(300)));
    var first = a.session.request(request("a1"));
    var second = a.session.request(request("a2"));
    network.store().disconnect(Duration.ofMillis(200));
    time.advance(Duration.ofSeconds(1));
    assertUnavailable(first);
    assertUnavailable(second);
    var view = b.await(b.store.inspect(resource("k")));
    assertThat(view.holders()).hasSize(1);
    assertThat(view.queue()).isEmpty();
  }

  @Test
  void messageSentWhileDisconnected_isLost_theTruthIsInTheStore() {
    b.ask("b1");
    a.ask("a1");
    network.store().disconnect();
    b.await(b.session.release(resource("k"), B1));
    network.store().reconnect();
    time.settle();
    assertThat(a.log.grants()).isEmpty();
    assertThat(a.ask("a1")).isInstanceOf(Granted.class);
  }

  @Test
  void messages_getLostOrComeTwice() {
    b.ask("b1");
    a.ask("a1");
    network.faults().spoilMessages(0, 1);
    b.await(b.session.release(resource("k"), B1));
    assertThat(a.log.grants()).hasSize(2);

    network.faults().spoilMessages(1, 0);
    b.ask("b2");
    assertThat(a.log.count(Event.OthersWait.class)).isZero();
  }

  @Test
  void sessionEndedInTheStore_isToldOnce() {
    try (MemorySpaceView view = MemorySpaceView.open(uri.substring("memory://".length()), time)) {
      view.endSession(a.session.id());
    }
    assertThat(a.await(a.session.renew())).isEqualTo(RenewAnswer.GONE);
    assertThat(a.await(a.session.renew())).isEqualTo(RenewAnswer.GONE);
    assertThat(a.log.events()).containsExactly(new Event.Gone());
    assertThat(network.store().sessions()).isEmpty();
  }

  @Test
  void sessionEndedWhileDisconnected_isToldAtTheReconnect() {
    network.store().disconnect(TTL);
    time.advance(TTL.plusSeconds(1));
    assertThat(a.log.events()).containsExactly(new Event.Detached(), new Event.Gone());
  }

  @Test
  void dataLoss_namesWhatIsMissing_andFreesIt() {
    a.ask("a1");
    b.ask("b1");
    a.log.claim(new Known(A1, resource("k"), true));
    network.store().loseData(1);
    time.advance(Duration.ofSeconds(1));
    assertThat(a.log.events())
        .anySatisfy(
            event ->
                assertThat(event)
                    .isInstanceOfSatisfying(
                        Event.Attached.class,
                        attached -> {
                          assertThat(attached.processChanged()).isTrue();
                          assertThat(attached.missing()).containsExactly(A1);
                        }));
    assertThat(b.log.grants()).hasSize(1);
  }

  @Test
  void changedProcess_freesWhatTheClientDoesNotKnow() {
    a.ask("a1");
    network.store().loseData(0);
    time.advance(Duration.ofSeconds(1));
    assertThat(b.ask("b1")).isInstanceOf(Granted.class);
  }

  @Test
  void unansweredRenewal_failsEarly_andTheConnectionIsReplaced() {
    VirtualSession quick = new VirtualSession(time, network.uri(), "quick", Duration.ofSeconds(3));
    network.faults().next(Call.RENEW, Fate.LOST);
    var renewal = quick.session.renew();
    time.advance(Duration.ofMillis(500));
    assertUnavailable(renewal);
    time.advance(Duration.ofMillis(20));
    assertThat(quick.log.count(Event.Attached.class)).isEqualTo(1);
  }

  @Test
  void sameSeed_sameFaults() {
    assertThat(history(11)).isEqualTo(history(11)).isNotEqualTo(history(12));
  }

  /** A hundred calls under chance; every one is answered. */
  private static List<String> history(long seed) {
    VirtualTime time = new VirtualTime(seed);
    Faults faults = new Faults(seed).loseCalls(0.1, 0.1).delay(Duration.ofMillis(50));
    List<String> history = new ArrayList<>();
    try (BadNetwork network = BadNetwork.before("memory://history-" + UUID.randomUUID(), faults)) {
      faults.next(Call.CONNECT, Fate.GOOD);
      faults.next(Call.OPEN, Fate.GOOD);
      VirtualSession session = new VirtualSession(time, network.uri(), "a");
      for (int i = 0; i < 100; i++) {
        CompletableFuture<?> answer =
            session.session.request(request("r" + i)).toCompletableFuture();
        var noted =
            answer.whenComplete(
                (result, failure) -> history.add(time.elapsedNanos() + " " + result));
        time.advance(Duration.ofMillis(10));
        assertThat(noted).isNotNull();
      }
      time.advance(Duration.ofSeconds(5));
    }
    assertThat(history).hasSize(100);
    return history;
  }
}
