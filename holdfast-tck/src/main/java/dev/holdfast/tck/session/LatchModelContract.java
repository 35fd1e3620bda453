package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.LatchState;
import dev.holdfast.spi.RequestId;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random requests about a latch, one after the other, to the store and to the model of what a store
 * does: both give the same answers and the same messages, but for the numbers of rounds. The
 * repetition is the seed.
 */
@ExtendWith(ContractExtension.class)
@Needs({Capability.LATCHES, Capability.END_SESSION})
final class LatchModelContract {

  private static final int REQUESTS = 150;
  private static final int VISITORS = 3;
  private static final Duration TTL = Duration.ofMinutes(5);

  private final Arena arena;
  private final Model model;
  private final List<Visitor> visitors = new ArrayList<>();

  /** The ids that each visitor has used. */
  private final List<List<RequestId>> ids = new ArrayList<>();

  private final List<String> history = new ArrayList<>();

  /** The model's rounds, and how the store numbers them; no round is 0 in both. */
  private final Map<Long, Long> rounds = new HashMap<>(Map.of(0L, 0L));

  private final List<Long> begun = new ArrayList<>(List.of(0L));

  LatchModelContract(Arena arena) {
    this.arena = arena;
    this.model = new Model(arena.latch());
  }

  @RepeatedTest(12)
  void store_doesWhatTheModelDoes(RepetitionInfo repetition) {
    int seed = repetition.getCurrentRepetition();
    history.add("seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < VISITORS; i++) {
      enter();
    }
    for (int i = 0; i < REQUESTS; i++) {
      play(random, random.nextInt(visitors.size()));
      compareMessages();
    }
    int someone = visitors.size() - 1;
    long last = ask(someone, new LatchRequest.Look(fresh(someone), arena.latch())).round();
    if (last != 0) {
      ask(someone, new LatchRequest.Delete(fresh(someone), arena.latch(), last));
    }
    compareMessages();
  }

  private void enter() {
    Visitor visitor = arena.visitor(TTL);
    visitors.add(visitor);
    ids.add(new ArrayList<>());
    model.open(session(visitors.size() - 1), TTL);
  }

  private String session(int who) {
    return visitors.get(who).session().id();
  }

  private RequestId fresh(int who) {
    List<RequestId> used = ids.get(who);
    RequestId id = new RequestId(session(who) + "." + used.size());
    used.add(id);
    return id;
  }

  private void play(Random random, int who) {
    List<RequestId> used = ids.get(who);
    boolean again = !used.isEmpty() && random.nextInt(3) == 0;
    RequestId id = again ? used.get(random.nextInt(used.size())) : fresh(who);
    // Mostly the last round, at times an earlier one.
    int back = random.nextInt(4) == 0 ? random.nextInt(begun.size()) : 0;
    long round = begun.get(begun.size() - 1 - back);
    int kind = random.nextInt(100);
    if (kind < 20) {
      ask(who, new LatchRequest.Await(id, arena.latch()));
    } else if (kind < 30) {
      leave(who, id);
    } else if (kind < 55) {
      ask(who, new LatchRequest.SetCount(id, arena.latch(), round, random.nextInt(4)));
    } else if (kind < 90 && round > 0) {
      ask(who, new LatchRequest.CountDown(id, arena.latch(), round));
    } else if (kind < 94 && round > 0) {
      ask(who, new LatchRequest.Delete(id, arena.latch(), round));
    } else if (kind < 97) {
      ask(who, new LatchRequest.Look(id, arena.latch()));
    } else {
      end(who);
    }
  }

  /** Returns the state in the model's numbers; none if the session is gone. */
  private LatchState ask(int who, LatchRequest request) {
    LatchAnswer expected = model.latch(session(who), request);
    LatchAnswer found = Visitor.await(visitors.get(who).session().latch(inStoresNumbers(request)));
    history.add(session(who) + ": " + request + " -> " + found + ", should be " + expected);
    assertThat(found.getClass()).as(this::story).isEqualTo(expected.getClass());
    if (expected instanceof LatchAnswer.Gone) {
      return LatchState.NONE;
    }
    LatchState should = state(expected);
    LatchState did = state(found);
    if (!rounds.containsKey(should.round())) {
      assertThat(did.round()).as(this::story).isGreaterThan(last());
      rounds.put(should.round(), did.round());
      begun.add(should.round());
    }
    assertThat(did)
        .as(this::story)
        .isEqualTo(
            new LatchState(stores(should.round()), stores(should.unbrokenFrom()), should.count()));
    return should;
  }

  private long last() {
    return stores(begun.get(begun.size() - 1));
  }

  /** The store's number of a round of the model. */
  private long stores(long round) {
    return Objects.requireNonNull(rounds.get(round), "round");
  }

  private static LatchState state(LatchAnswer answer) {
    return answer instanceof LatchAnswer.Applied applied
        ? applied.state()
        : ((LatchAnswer.Other) answer).state();
  }

  private LatchRequest inStoresNumbers(LatchRequest request) {
    if (request instanceof LatchRequest.SetCount set) {
      return new LatchRequest.SetCount(set.id(), set.latch(), stores(set.round()), set.count());
    }
    if (request instanceof LatchRequest.CountDown count) {
      return new LatchRequest.CountDown(count.id(), count.latch(), stores(count.round()));
    }
    if (request instanceof LatchRequest.Delete delete) {
      return new LatchRequest.Delete(delete.id(), delete.latch(), stores(delete.round()));
    }
    return request;
  }

  private void leave(int who, RequestId id) {
    var expected = model.release(session(who), id);
    var found = Visitor.await(visitors.get(who).session().release(arena.latch(), id));
    history.add(session(who) + ": leave " + id + " -> " + found);
    assertThat(found).as(this::story).isEqualTo(expected);
  }

  /** A session is ended by force, and somebody else comes. */
  private void end(int who) {
    history.add("end " + session(who));
    model.end(session(who));
    arena.store().endSession(session(who));
    enter();
  }

  private void compareMessages() {
    for (int who = 0; who < visitors.size(); who++) {
      List<String> expected = model.latchEnds(session(who));
      Visitor visitor = visitors.get(who);
      await("the messages of the ends")
          .untilAsserted(
              () ->
                  assertThat(visitor.log().latchEnds())
                      .as(this::story)
                      .extracting(event -> event.id() + " " + event.end())
                      .containsExactlyInAnyOrderElementsOf(expected));
    }
  }

  private String story() {
    return String.join("\n", history);
  }
}
