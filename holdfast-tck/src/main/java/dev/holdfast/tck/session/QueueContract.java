package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Waiting in the store, and how a release serves those who wait. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.QUEUE, Capability.HANDOFF_MESSAGE})
final class QueueContract {

  private final Arena arena;

  QueueContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void waiters_areServedInTheOrderInWhichTheyCame_eachByOneMessage() {
    Ask holder = arena.visitor().ask();
    List<Visitor> visitors = List.of(arena.visitor(), arena.visitor(), arena.visitor());
    List<Ask> queue = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      visitors.forEach(visitor -> queue.add(visitor.ask()));
    }
    long sequence = holder.granted().sequence();
    for (Ask next : queue) {
      holder.release();
      Grant grant = next.awaitGrant();
      assertThat(grant.sequence()).isGreaterThan(sequence);
      assertThat(next.grantedNow().sequence()).isEqualTo(grant.sequence());
      sequence = grant.sequence();
      holder = next;
    }
    for (Visitor visitor : visitors) {
      assertThat(visitor.log().grants()).hasSize(2);
    }
  }

  @Test
  void fairAndOtherRequests_waitInOneQueue() {
    Ask holder = arena.visitor().ask();
    Ask fair = arena.visitor().askFair();
    Ask other = arena.visitor().ask();
    holder.release();
    fair.awaitGrant();
    assertThat(other.queued()).isNotNull();
    fair.release();
    other.awaitGrant();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void deadWaiter_isSkipped() {
    Ask holder = arena.visitor().ask();
    Visitor dead = arena.visitor();
    dead.ask().queued();
    Ask waiter = arena.visitor().ask();
    arena.store().endSession(dead.session().id());
    holder.release();
    waiter.awaitGrant();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void deadHolder_isFoundByTheWaiterThatAsksAgain() {
    Visitor dead = arena.visitor();
    Ask holder = dead.ask();
    Ask waiter = arena.visitor().ask();
    arena.store().endSession(dead.session().id());
    assertThat(waiter.grantedNow().sequence()).isGreaterThan(holder.granted().sequence());
  }

  @Test
  @Needs(Capability.END_SESSION)
  void deadHolder_isFoundByANewcomer_whoDoesNotOvertake() {
    Visitor dead = arena.visitor();
    dead.ask().granted();
    Ask waiter = arena.visitor().ask();
    arena.store().endSession(dead.session().id());
    arena.visitor().ask().queued();
    waiter.awaitGrant();
  }

  @Test
  void vanishedHolder_losesItWhenItsTtlHasPassed() {
    Visitor vanishing = arena.visitor(Duration.ofSeconds(2));
    vanishing.ask().granted();
    Ask waiter = arena.visitor().ask();
    vanishing.vanish();
    await("the dead holder's end").until(() -> waiter.again() instanceof Granted);
  }

  @Test
  void holder_isToldWhenAnotherSessionBeginsToWait_andAgainWhenThatOneAsks() {
    Visitor holding = arena.visitor();
    Ask holder = holding.ask();
    assertThat(holder.granted().othersWait()).isFalse();
    Ask waiter = arena.visitor().ask();
    Event told = new Event.OthersWait(holder.id());
    await("the message")
        .untilAsserted(() -> assertThat(holding.log().events()).containsExactly(told));
    waiter.again();
    await("the message again")
        .untilAsserted(() -> assertThat(holding.log().events()).containsExactly(told, told));
    assertThat(holder.grantedNow().othersWait()).isTrue();
  }

  @Test
  void nextHolder_isToldWithItsGrantThatOthersWait() {
    Ask holder = arena.visitor().ask();
    Ask next = arena.visitor().ask();
    Ask last = arena.visitor().ask();
    holder.release();
    assertThat(next.awaitGrant().othersWait()).isTrue();
    next.release();
    assertThat(last.awaitGrant().othersWait()).isFalse();
  }

  @Test
  void nextHolder_isToldOfWhoeverComesLater() {
    Ask holder = arena.visitor().ask();
    Visitor second = arena.visitor();
    Ask next = second.ask();
    holder.release();
    next.awaitGrant();
    arena.visitor().ask().queued();
    await("the message")
        .untilAsserted(
            () -> assertThat(second.log().events()).contains(new Event.OthersWait(next.id())));
  }
}
