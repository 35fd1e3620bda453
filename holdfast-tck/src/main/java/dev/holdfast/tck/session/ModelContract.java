package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestId;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random commands, one after the other, to the store and to the model of what a store does: both
 * give the same answers and the same messages. The repetition is the seed.
 */
@ExtendWith(ContractExtension.class)
@Needs({Capability.QUEUE, Capability.HANDOFF_MESSAGE, Capability.END_SESSION})
final class ModelContract {

  private static final int COMMANDS = 120;
  private static final int VISITORS = 4;
  private static final Duration TTL = Duration.ofMinutes(5);
  private static final Duration LEASE_TIME = Duration.ofHours(1);

  private final Arena arena;
  private final Model model;
  private final List<Visitor> visitors = new ArrayList<>();
  private final List<List<Request>> requests = new ArrayList<>();
  private final List<String> history = new ArrayList<>();
  private long highest;

  ModelContract(Arena arena) {
    this.arena = arena;
    this.model = new Model(arena.resource());
  }

  @RepeatedTest(12)
  void store_doesWhatTheModelDoes(RepetitionInfo repetition) {
    int seed = repetition.getCurrentRepetition();
    history.add("seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < VISITORS; i++) {
      enter();
    }
    for (int i = 0; i < COMMANDS; i++) {
      command(random, random.nextInt(visitors.size()));
      compareMessagesAndView();
    }
    for (int who = 0; who < visitors.size(); who++) {
      for (Request request : requests.get(who)) {
        release(who, request.id());
      }
    }
    compareMessagesAndView();
  }

  private void enter() {
    Visitor visitor = arena.visitor(TTL);
    visitors.add(visitor);
    requests.add(new ArrayList<>());
    model.open(visitor.session().id(), TTL);
  }

  private void command(Random random, int who) {
    List<Request> known = requests.get(who);
    int kind = known.isEmpty() ? 0 : random.nextInt(100);
    Request old = known.isEmpty() ? null : known.get(random.nextInt(known.size()));
    if (old == null || kind < 35) {
      Request fresh = request(random, visitors.get(who), known.size());
      known.add(fresh);
      ask(who, fresh);
    } else if (kind < 50) {
      ask(who, old);
    } else if (kind < 88) {
      release(who, old.id());
    } else if (kind < 94) {
      settle(who, old.id());
    } else if (kind < 97) {
      renew(who);
    } else {
      end(who);
    }
  }

  private Request request(Random random, Visitor visitor, int number) {
    return new Request(
        new RequestId(visitor.session().id() + "." + number),
        arena.resource(),
        random.nextInt(4) > 0,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0 ? Optional.of(LEASE_TIME) : Optional.empty(),
        "",
        "");
  }

  private String session(int who) {
    return visitors.get(who).session().id();
  }

  private void ask(int who, Request request) {
    RequestAnswer expected = model.request(session(who), request);
    RequestAnswer found = Visitor.await(visitors.get(who).session().request(request));
    history.add("ask " + request.id() + " -> " + found);
    assertThat(found.getClass()).as(this::story).isEqualTo(expected.getClass());
    if (expected instanceof Granted should && found instanceof Granted did) {
      // A store that does not know says that others wait.
      assertThat(did.grant().othersWait() || !should.grant().othersWait()).as(this::story).isTrue();
      assertThat(did.grant().sequence()).as(this::story).isGreaterThanOrEqualTo(highest);
      highest = did.grant().sequence();
    }
  }

  private void release(int who, RequestId id) {
    var expected = model.release(session(who), id);
    var found = Visitor.await(visitors.get(who).session().release(arena.resource(), id));
    history.add("release " + id + " -> " + found);
    assertThat(found).as(this::story).isEqualTo(expected);
  }

  private void settle(int who, RequestId id) {
    var expected = model.settle(session(who), id, LEASE_TIME);
    var found = Visitor.await(visitors.get(who).session().settle(arena.resource(), id, LEASE_TIME));
    history.add("settle " + id + " -> " + found);
    assertThat(found).as(this::story).isEqualTo(expected);
  }

  private void renew(int who) {
    var expected = model.renew(session(who));
    var found = visitors.get(who).renew();
    history.add("renew " + session(who) + " -> " + found);
    assertThat(found).as(this::story).isEqualTo(expected);
  }

  /** Its session is ended by force, and somebody else comes. */
  private void end(int who) {
    history.add("end " + session(who));
    model.end(session(who));
    arena.store().endSession(session(who));
    enter();
  }

  private void compareMessagesAndView() {
    for (int who = 0; who < visitors.size(); who++) {
      List<String> expected = model.grants(session(who));
      Visitor visitor = visitors.get(who);
      await("the messages of the grants")
          .untilAsserted(
              () ->
                  assertThat(visitor.log().grants())
                      .as(this::story)
                      .extracting(event -> event.id().value())
                      .containsExactlyElementsOf(expected));
    }
    LockView should = model.inspect();
    LockView did = visitors.get(visitors.size() - 1).inspect();
    assertThat(did.holders()).as(this::story).hasSameSizeAs(should.holders());
    assertThat(did.queue())
        .as(this::story)
        .extracting(LockView.Waiter::requestId)
        .containsExactlyElementsOf(
            should.queue().stream().map(LockView.Waiter::requestId).toList());
  }

  private String story() {
    return String.join("\n", history);
  }
}
