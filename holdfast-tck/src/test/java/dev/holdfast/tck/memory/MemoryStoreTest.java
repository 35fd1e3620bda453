package dev.holdfast.tck.memory;

import static dev.holdfast.tck.VirtualSession.TTL;
import static dev.holdfast.tck.VirtualSession.request;
import static dev.holdfast.tck.VirtualSession.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.memory.MemorySpaceView;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestAnswer.Gone;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Queued;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.StoreAddress;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.tck.Stores;
import dev.holdfast.tck.VirtualSession;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.tck.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryStoreTest {

  private final VirtualTime time = new VirtualTime(42);

  private VirtualSession open(String uri) {
    return new VirtualSession(time, uri, "client");
  }

  @Test
  void answers_neverComeInsideTheCall() {
    VirtualSession a = open("memory://inside");
    CompletableFuture<RequestAnswer> answer =
        a.session.request(request("a1")).toCompletableFuture();
    assertThat(answer).isNotDone();
    time.settle();
    assertThat(answer.join()).isInstanceOf(Granted.class);
  }

  @Test
  void answersAndMessages_keepTheirOrder() {
    for (int seed = 0; seed < 50; seed++) {
      VirtualTime world = new VirtualTime(seed);
      VirtualSession a = new VirtualSession(world, "memory://order-" + seed, "a");
      VirtualSession b = new VirtualSession(world, "memory://order-" + seed, "b");
      a.ask("a1");
      List<String> order = new ArrayList<>();
      var unused =
          b.session
              .request(request("b1"))
              .thenAccept(
                  answer -> order.add(answer.getClass().getSimpleName() + b.log.grants().size()));
      var released = a.session.release(resource("k"), new RequestId("a1"));
      var again =
          b.session
              .request(request("b1"))
              .thenAccept(
                  answer -> order.add(answer.getClass().getSimpleName() + b.log.grants().size()));
      world.settle();
      assertThat(order).as("seed %s", seed).containsExactly("Queued0", "Granted1");
      assertThat(released).isCompleted();
      assertThat(again).isCompleted();
      a.await(a.store.close());
      b.await(b.store.close());
    }
  }

  @Test
  void stores_ofOneName_shareTheirLocks_othersDoNot() {
    VirtualSession a = open("memory://shared");
    VirtualSession b = open("memory://shared");
    VirtualSession c = open("memory://other");
    assertThat(a.ask("a1")).isInstanceOf(Granted.class);
    assertThat(b.ask("b1")).isInstanceOf(Queued.class);
    assertThat(c.ask("c1")).isInstanceOf(Granted.class);
  }

  @Test
  void bareAddress_isSharedToo() {
    VirtualSession a = open("memory:");
    VirtualSession b = open("memory:");
    a.ask("a1");
    assertThat(b.ask("b1")).isInstanceOf(Queued.class);
    a.await(a.session.close());
    b.await(b.session.close());
  }

  @Test
  void end_isToldOnce_beforeTheAnswerThatFoundIt() {
    VirtualSession a = open("memory://end");
    a.ask("a1");
    time.advance(TTL);
    assertThat(a.ask("a1")).isEqualTo(new Gone());
    assertThat(a.await(a.session.renew())).isEqualTo(RenewAnswer.GONE);
    assertThat(a.log.events()).containsExactly(new Event.Gone());
  }

  @Test
  void renewal_tellsWhatIsNotHeldAlthoughItIsSaidToBe() {
    VirtualSession a = open("memory://look");
    a.ask("a1");
    Known held = new Known(new RequestId("a1"), resource("k"), true);
    Known deleted = new Known(new RequestId("a2"), resource("m"), true);
    assertThat(a.await(a.session.renew(List.of(held)))).isEqualTo(RenewAnswer.RENEWED);
    assertThat(a.log.events()).isEmpty();
    a.await(a.session.renew(List.of(held, deleted)));
    assertThat(a.log.events()).containsExactly(new Event.Missing(Set.of(new RequestId("a2"))));
  }

  @Test
  void closedSession_hearsNothing() {
    VirtualSession a = open("memory://silent");
    VirtualSession b = open("memory://silent");
    a.ask("a1");
    b.ask("b1");
    var closed = b.session.close();
    var released = a.session.release(resource("k"), new RequestId("a1"));
    time.settle();
    assertThat(closed).isCompleted();
    assertThat(released).isCompleted();
    assertThat(b.log.events()).isEmpty();
  }

  @Test
  void vanishedClient_holdsUntilItsTtl_thenTheSpaceIsForgotten() {
    VirtualSession a = open("memory://vanished");
    a.ask("a1");
    a.await(a.store.close());
    VirtualSession b = open("memory://vanished");
    assertThat(b.ask("b1")).isInstanceOf(Queued.class);
    b.await(b.session.close());
    b.await(b.store.close());
    time.advance(TTL);
    try (MemorySpaceView view = MemorySpaceView.open("vanished", time)) {
      assertThat(view.sessions()).isEmpty();
      assertThat(view.resources()).isEmpty();
    }
  }

  @Test
  void vanishedWaiter_isPassedOver() {
    VirtualSession a = open("memory://passed");
    VirtualSession b = open("memory://passed");
    VirtualSession c = open("memory://passed");
    a.ask("a1");
    b.ask("b1");
    c.ask("c1");
    b.await(b.store.close());
    a.await(a.session.release(resource("k"), new RequestId("a1")));
    assertThat(c.log.grants()).hasSize(1);
  }

  @Test
  void vanishedWaiter_alone_leavesTheLockToWhoeverAsks() {
    VirtualSession a = open("memory://left");
    VirtualSession b = open("memory://left");
    VirtualSession c = open("memory://left");
    a.ask("a1");
    b.ask("b1");
    b.await(b.store.close());
    a.await(a.session.release(resource("k"), new RequestId("a1")));
    assertThat(c.ask("c1")).isInstanceOf(Granted.class);
  }

  @Test
  void calls_beforeConnectAndAfterClose_fail() {
    VirtualSession a = open("memory://closed");
    a.await(a.store.close());
    assertThatThrownBy(() -> a.session.renew().toCompletableFuture().join())
        .hasCauseInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("memory://closed was closed");
    var fresh = Stores.create("memory://closed", new StoreContext("client", "host", 1, time, time));
    assertThatThrownBy(() -> fresh.inspect(resource("k")).toCompletableFuture().join())
        .hasCauseInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("not connected yet");
    fresh.close().toCompletableFuture().join();
  }

  @Test
  void close_completesAfterAllAnswersThatWereOwed() {
    VirtualSession a = open("memory://owed");
    var answer = a.session.renew().toCompletableFuture();
    var answered = a.store.close().thenApply(closed -> answer.isDone()).toCompletableFuture();
    time.settle();
    assertThat(answered.join()).isTrue();
  }

  @Test
  void sequencesUsedUp_isARefusal() {
    VirtualSession a = open("memory://used-up");
    time.stepWall(Duration.ofDays(300 * 365));
    assertThatThrownBy(() -> a.ask("a1")).hasCauseInstanceOf(StoreRefusedException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"memory://user@x", "memory://u:p@x", "memory://x/path", "memory://x?colour=red"})
  void address_withWhatAStoreInAProcessHasNot_isRefused(String uri) {
    StoreContext context = new StoreContext("client", "host", 1, time, time);
    assertThat(StoreAddress.parse(uri).scheme()).isEqualTo("memory");
    assertThatThrownBy(() -> Stores.create(uri, context))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining(":p@");
  }
}
