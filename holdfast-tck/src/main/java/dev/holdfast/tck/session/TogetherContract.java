package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Asking for several locks in one step. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.TOGETHER)
final class TogetherContract {

  private static final boolean ALL_OR_NONE = true;
  private static final boolean WHAT_IS_FREE = false;

  private final Arena arena;
  private final Visitor visitor;
  private final Visitor other;

  TogetherContract(Arena arena) {
    this.arena = arena;
    this.visitor = arena.visitor();
    this.other = arena.visitor();
  }

  /** Requests for locks of one shard: that of the visitors' sessions. */
  private List<Request> requests(Visitor asking, Optional<Duration> leaseTime) {
    List<Request> requests = new ArrayList<>();
    int shard = asking.store().shardOf(asking.resource());
    for (int i = 0; requests.size() < 3; i++) {
      ResourceId resource = new ResourceId(ResourceKind.LOCK, arena.name() + "-" + i);
      if (asking.store().shardOf(resource) == shard) {
        requests.add(
            new Request(asking.freshId(), resource, false, false, leaseTime, "main", "a note"));
      }
    }
    return requests;
  }

  private List<Request> requests(Visitor asking) {
    return requests(asking, Optional.empty());
  }

  private static List<RequestAnswer> ask(Visitor asking, List<Request> requests, boolean all) {
    return Visitor.await(asking.session().requestTogether(requests, all));
  }

  private static RequestAnswer askOne(Visitor asking, Request request) {
    return Visitor.await(asking.session().request(request));
  }

  private static void release(Visitor asking, List<Request> requests) {
    for (Request request : requests) {
      Visitor.await(asking.session().release(request.resource(), request.id()));
    }
  }

  private static long sequence(RequestAnswer answer) {
    assertThat(answer).isInstanceOf(Granted.class);
    return ((Granted) answer).grant().sequence();
  }

  @Test
  void freeLocks_areAllGranted_withSequencesOfTheirOwn() {
    List<Request> requests = requests(visitor);
    List<RequestAnswer> answers = ask(visitor, requests, ALL_OR_NONE);
    assertThat(answers).hasSize(3).allMatch(Granted.class::isInstance);
    assertThat(answers.stream().map(TogetherContract::sequence)).doesNotHaveDuplicates();
    for (Request request : requests(other)) {
      assertThat(askOne(other, request)).isInstanceOf(Refused.class);
    }
    release(visitor, requests);
    List<Request> again = requests(other);
    List<RequestAnswer> later = ask(other, again, WHAT_IS_FREE);
    for (int i = 0; i < 3; i++) {
      assertThat(sequence(later.get(i))).isGreaterThan(sequence(answers.get(i)));
    }
    release(other, again);
  }

  @Test
  void askedAgain_whatHoldsIsGrantedAgain() {
    List<Request> requests = requests(visitor);
    List<RequestAnswer> first = ask(visitor, requests, ALL_OR_NONE);
    assertThat(ask(visitor, requests, ALL_OR_NONE)).isEqualTo(first);
    assertThat(ask(visitor, requests, WHAT_IS_FREE)).isEqualTo(first);
    assertThat(askOne(visitor, requests.get(1))).isEqualTo(first.get(1));
    release(visitor, requests);
  }

  @Test
  void heldLock_letsNothingBeTaken_whenAllAreWanted() {
    List<Request> theirs = requests(other);
    askOne(other, theirs.get(1));
    List<Request> requests = requests(visitor);
    assertThat(ask(visitor, requests, ALL_OR_NONE)).hasSize(2).allMatch(Refused.class::isInstance);
    assertThat(askOne(other, theirs.get(0))).isInstanceOf(Granted.class);
    assertThat(askOne(other, theirs.get(2))).isInstanceOf(Granted.class);
    release(other, theirs);
  }

  @Test
  void heldLock_endsWhatIsTaken_whenWhatIsFreeIsWanted() {
    List<Request> theirs = requests(other);
    askOne(other, theirs.get(1));
    List<Request> requests = requests(visitor);
    List<RequestAnswer> answers = ask(visitor, requests, WHAT_IS_FREE);
    assertThat(answers).hasSize(2);
    assertThat(answers.get(0)).isInstanceOf(Granted.class);
    assertThat(answers.get(1)).isInstanceOf(Refused.class);
    assertThat(askOne(other, theirs.get(2))).isInstanceOf(Granted.class);
    release(visitor, requests);
    release(other, theirs);
  }

  @Test
  @Needs(Capability.END_SESSION)
  void lockOfADeadHolder_isFree_unlessSomebodyWaits() {
    Visitor dying = arena.visitor();
    Visitor waiting = arena.visitor();
    List<Request> dead = requests(dying);
    askOne(dying, dead.get(1));
    askOne(dying, dead.get(2));
    Request first = requests(waiting).get(2);
    askOne(waiting, waits(first));
    arena.store().endSession(dying.session().id());
    List<Request> requests = requests(visitor);
    List<RequestAnswer> answers = ask(visitor, requests, WHAT_IS_FREE);
    assertThat(answers).hasSize(3);
    assertThat(answers.subList(0, 2)).allMatch(Granted.class::isInstance);
    assertThat(answers.get(2)).isInstanceOf(Refused.class);
    await("the waiter to be served")
        .until(() -> waiting.log().grants().stream().anyMatch(g -> g.id().equals(first.id())));
    release(visitor, requests);
    release(waiting, List.of(first));
  }

  private static Request waits(Request request) {
    return new Request(
        request.id(), request.resource(), true, false, request.leaseTime(), "main", "");
  }

  @Test
  void leaseTime_boundsEveryLease() {
    List<Request> requests = requests(visitor, Optional.of(Duration.ofMillis(100)));
    assertThat(ask(visitor, requests, ALL_OR_NONE)).hasSize(3);
    await("the end of the leases")
        .until(
            () -> {
              List<Request> again = requests(other);
              boolean free = ask(other, again, ALL_OR_NONE).size() == 3;
              boolean granted = askOne(other, again.get(0)) instanceof Granted;
              release(other, again);
              return free && granted;
            });
    release(visitor, requests);
  }

  @Test
  @Needs(Capability.END_SESSION)
  void endedSession_isGone() {
    arena.store().endSession(visitor.session().id());
    assertThat(ask(visitor, requests(visitor), ALL_OR_NONE))
        .first()
        .isInstanceOf(RequestAnswer.Gone.class);
  }
}
