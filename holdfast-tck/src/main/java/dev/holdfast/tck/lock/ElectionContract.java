package dev.holdfast.tck.lock;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ClientClosedException;
import dev.holdfast.Leader;
import dev.holdfast.LeaderElection;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.ReentrantWaitException;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One leader at a time, who knows of its end. */
@ExtendWith(ContractExtension.class)
final class ElectionContract {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(150);

  private final Arena arena;
  private final LockClient client;
  private final LeaderElection mine;
  private final LeaderElection theirs;

  ElectionContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.mine = client.election(arena.name(), "mine");
    this.theirs = arena.client().election(arena.name(), "theirs");
  }

  @Test
  void oneLeads_untilItResigns_andTokensRise() throws Exception {
    Lease first = mine.campaign();
    assertThat(mine.isLeader()).isTrue();
    assertThat(mine.term()).contains(first);
    assertThat(first.name()).isEqualTo(arena.name());
    assertThat(theirs.tryCampaign(SHORT)).isEmpty();
    assertThat(theirs.tryCampaign(Duration.ZERO)).isEmpty();
    assertThat(theirs.isLeader()).isFalse();
    mine.resign();
    assertThat(mine.isLeader()).isFalse();
    assertThat(first.isHeld()).isFalse();
    first.close();
    Lease second = theirs.tryCampaign(LONG).orElseThrow();
    assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
    second.close();
    assertThat(theirs.isLeader()).isFalse();
    theirs.resign();
  }

  @Test
  @Needs(Capability.QUEUE)
  void candidates_areElectedInTheOrderInWhichTheyCame() throws Exception {
    mine.campaign();
    List<LeaderElection> candidates = new ArrayList<>();
    List<CompletableFuture<Lease>> campaigns = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      LeaderElection candidate = i == 1 ? client.election(arena.name()) : another(i);
      candidates.add(candidate);
      campaigns.add(arena.watch(candidate.campaignAsync()));
      arena.awaitQueue(i + 1);
    }
    mine.resign();
    for (int i = 0; i < 3; i++) {
      campaigns.get(i).get(5, TimeUnit.SECONDS);
      assertThat(candidates.get(i).isLeader()).isTrue();
      assertThat(campaigns.subList(i + 1, 3)).noneMatch(CompletableFuture::isDone);
      candidates.get(i).resign();
    }
  }

  private LeaderElection another(int number) {
    return arena.client().election(arena.name(), "candidate-" + number);
  }

  @Test
  void leader_isWhoeverHoldsTheLockOfThatName() throws Exception {
    assertThat(theirs.leader()).isEmpty();
    Lease term = mine.campaign();
    Leader leader = theirs.leader().orElseThrow();
    assertThat(leader.candidate()).isEqualTo("mine");
    assertThat(leader.fencingToken()).isEqualTo(term.fencingToken());
    assertThat(leader.party().client()).isEqualTo(client.name());
    assertThat(client.lock(arena.name()).tryLock()).isFalse();
    term.close();
    client
        .lock(arena.name())
        .run(
            LONG,
            lease -> assertThat(mine.leader().orElseThrow().candidate()).isEqualTo(client.name()));
  }

  @Test
  void candidate_campaignsOnceAtATime_andNotWhileItLeads() throws Exception {
    Lease term = mine.campaign();
    assertThatThrownBy(mine::campaign).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(mine::campaignAsync).isInstanceOf(IllegalStateException.class);
    CompletableFuture<Lease> waiting = arena.watch(theirs.campaignAsync());
    assertThatThrownBy(() -> theirs.tryCampaign(SHORT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(arena.name());
    term.close();
    waiting.get(5, TimeUnit.SECONDS).close();
    mine.campaign().close();
  }

  @Test
  void threadThatOwnsTheLock_isToldThatItWouldWaitForItself() throws Exception {
    client.lock(arena.name()).lock();
    assertThatThrownBy(mine::campaign).isInstanceOf(ReentrantWaitException.class);
    assertThatThrownBy(arena.watch(mine.campaignAsync())::get)
        .hasCauseInstanceOf(ReentrantWaitException.class);
    assertThat(mine.tryCampaign(Duration.ZERO)).isEmpty();
    client.lock(arena.name()).unlock();
  }

  @Test
  void campaignAsync_cancelled_isWithdrawn() throws Exception {
    Lease term = mine.campaign();
    CompletableFuture<Lease> waiting = arena.watch(theirs.campaignAsync());
    arena.awaitQueue(1);
    waiting.cancel(false);
    arena.awaitQueue(0);
    term.close();
    assertThat(theirs.isLeader()).isFalse();
    theirs.campaign().close();
  }

  @Test
  void interrupt_endsACampaign() throws Exception {
    Lease term = mine.campaign();
    Actor candidate = arena.actor();
    CompletableFuture<Lease> waiting = candidate.begins(theirs::campaign);
    arena.awaitQueue(1);
    candidate.awaitBlocked();
    candidate.interrupt();
    assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    arena.awaitQueue(0);
    term.close();
    theirs.campaign().close();
  }

  @Test
  void close_endsTermAndCampaign_andRefusesFurtherOnes() throws Exception {
    Lease term = mine.campaign();
    Actor candidate = arena.actor();
    CompletableFuture<Lease> waiting = candidate.begins(theirs::campaign);
    arena.awaitQueue(1);
    theirs.close();
    assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
        .isInstanceOf(CancellationException.class);
    arena.awaitQueue(0);
    mine.close();
    mine.close();
    assertThat(term.isHeld()).isFalse();
    assertThatThrownBy(mine::campaign)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> mine.observe(leader -> {})).isInstanceOf(IllegalStateException.class);
    client.election(arena.name()).campaign().close();
  }

  @Test
  void closedClient_endsCampaigns_byClientClosedException() throws Exception {
    Lease term = mine.campaign();
    LockClient closing = arena.client();
    Actor candidate = arena.actor();
    CompletableFuture<Lease> blocking =
        candidate.begins(() -> closing.election(arena.name()).campaign());
    CompletableFuture<Lease> async = arena.watch(closing.election(arena.name()).campaignAsync());
    arena.awaitQueue(2);
    closing.close();
    for (CompletableFuture<Lease> campaign : List.of(blocking, async)) {
      assertThatThrownBy(() -> campaign.get(5, TimeUnit.SECONDS))
          .hasCauseInstanceOf(ClientClosedException.class);
    }
    assertThatThrownBy(() -> closing.election(arena.name()).campaign())
        .isInstanceOf(ClientClosedException.class);
    term.close();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void lostTerm_isTold_andTheCandidateMayStandAgain() throws Exception {
    BadNetwork network = arena.network();
    LeaderElection candidate = arena.client(network).election(arena.name());
    Lease term = candidate.campaign();
    AtomicInteger told = new AtomicInteger();
    term.onLost(told::incrementAndGet);
    arena.endSessions(network);
    await("the loss").until(() -> told.get() == 1);
    assertThat(candidate.isLeader()).isFalse();
    assertThat(candidate.term()).isEmpty();
    assertThatThrownBy(candidate::resign).isInstanceOf(LockLostException.class);
    Lease next = candidate.campaign();
    assertThat(next.fencingToken()).isGreaterThan(term.fencingToken());
    candidate.resign();
  }

  @Test
  void leaderThatIsCutOff_leadsNoMore_beforeAnybodyElseDoes() throws Exception {
    BadNetwork network = arena.network();
    LeaderElection candidate = arena.client(network).election(arena.name());
    Lease term = candidate.campaign();
    network.store().disconnect();
    Lease next = mine.tryCampaign(LONG).orElseThrow();
    assertThat(candidate.isLeader()).isFalse();
    assertThat(next.fencingToken()).isGreaterThan(term.fencingToken());
    network.store().reconnect();
    assertThatThrownBy(candidate::resign).isInstanceOf(LockLostException.class);
    assertThat(mine.isLeader()).isTrue();
    mine.resign();
  }

  @Test
  void observation_tellsOfTheLeaderAtOnce_andOfEachChange_untilItEnds() throws Exception {
    SeenLeaders seen = new SeenLeaders();
    LeaderElection.Observation observation = theirs.observe(Duration.ofMillis(20), seen);
    seen.awaitLast("nobody");
    mine.campaign();
    seen.awaitLast("mine");
    LeaderElection.Observation late = mine.observe(new SeenLeaders());
    mine.resign();
    theirs.campaign();
    seen.awaitLast("theirs");
    theirs.resign();
    seen.awaitLast("nobody");
    int before = seen.size();
    observation.close();
    late.close();
    mine.campaign().close();
    assertThat(seen.size()).isEqualTo(before);
    assertThatThrownBy(() -> mine.observe(Duration.ZERO, seen))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void observation_tellsWhenTheStoreIsOutOfReach_andGoesOnAfterwards() throws Exception {
    BadNetwork network = arena.network();
    SeenLeaders seen = new SeenLeaders();
    LeaderElection far = arena.client(network).election(arena.name());
    far.observe(Duration.ofMillis(20), seen);
    Lease term = mine.campaign();
    seen.awaitLast("mine");
    network.store().disconnect();
    seen.awaitLast("unknown");
    network.store().reconnect();
    seen.awaitLast("mine");
    term.close();
    seen.awaitLast("nobody");
    far.close();
  }

  @Test
  void tryCampaign_withANegativeWait_throwsIllegalArgumentException() {
    assertThatThrownBy(() -> mine.tryCampaign(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.election(arena.name(), ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.election(arena.name(), "x".repeat(257)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.election("")).isInstanceOf(IllegalArgumentException.class);
  }
}
