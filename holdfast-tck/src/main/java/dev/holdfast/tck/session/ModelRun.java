package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToIntFunction;

/** One run of random commands to a store and to the model. */
final class ModelRun {

  private static final int VISITORS = 4;
  private static final int PERMITS = 4;
  private static final Duration TTL = Duration.ofMinutes(5);
  private static final Duration LEASE_TIME = Duration.ofHours(1);

  private final Arena arena;
  private final ResourceId resource;
  private final boolean shares;
  private final ToIntFunction<Random> units;
  private final Model model;
  private final List<Visitor> visitors = new ArrayList<>();
  private final List<List<Request>> requests = new ArrayList<>();
  private final List<String> history = new ArrayList<>();
  private final Map<Long, RequestId> sequences = new HashMap<>();
  private long highestBefore;
  private int changes;

  /**
   * Prepares a run.
   *
   * @param shares whether requests may ask for less than all units
   * @param units how many units the next request asks for
   */
  ModelRun(Arena arena, ResourceId resource, boolean shares, ToIntFunction<Random> units) {
    this.arena = arena;
    this.resource = resource;
    this.shares = shares;
    this.units = units;
    this.model = new Model(resource);
  }

  void play(Random random, int commands) {
    for (int i = 0; i < VISITORS; i++) {
      enter();
    }
    if (isSemaphore()) {
      change(0, Action.SET, PERMITS);
    }
    for (int i = 0; i < commands; i++) {
      command(random, random.nextInt(visitors.size()));
      compareMessagesAndView();
    }
    for (int who = 0; who < visitors.size(); who++) {
      for (Request request : requests.get(who)) {
        release(who, request.id());
      }
    }
    compareMessagesAndView();
    if (isSemaphore()) {
      change(visitors.size() - 1, Action.DELETE, 0);
    }
  }

  private boolean isSemaphore() {
    return resource.kind() == ResourceKind.SEMAPHORE;
  }

  private void enter() {
    Visitor visitor = arena.visitor(TTL, resource);
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
    } else if (kind < 48) {
      ask(who, old);
    } else if (kind < 80) {
      release(who, old.id());
    } else if (kind < 86) {
      shrinkOrSettle(who, old, random.nextInt(3));
    } else if (kind < 92) {
      settle(who, old.id());
    } else if (kind < 95) {
      changeOrRenew(who, random);
    } else if (kind < 97) {
      renew(who);
    } else {
      end(who);
    }
  }

  private Request request(Random random, Visitor visitor, int number) {
    return new Request(
        new RequestId(visitor.session().id() + "." + number),
        resource,
        units.applyAsInt(random),
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
    history.add("ask " + request.id() + " for " + request.units() + " -> " + found);
    assertThat(found.getClass()).as(this::story).isEqualTo(expected.getClass());
    if (expected instanceof Granted should && found instanceof Granted did) {
      // A store that does not know says that others wait.
      assertThat(did.grant().othersWait() || !should.grant().othersWait()).as(this::story).isTrue();
      assertThat(did.units()).as(this::story).isEqualTo(should.units());
      granted(request.id(), did.grant().sequence());
    } else if (expected instanceof RequestAnswer.TooLarge) {
      assertThat(found).as(this::story).isEqualTo(expected);
    }
  }

  /** A grant has a sequence of its own, higher than those of all earlier commands. */
  private void granted(RequestId id, long sequence) {
    RequestId before = sequences.putIfAbsent(sequence, id);
    if (before == null) {
      assertThat(sequence).as(this::story).isGreaterThan(highestBefore);
    } else {
      assertThat(before).as(this::story).isEqualTo(id);
    }
  }

  private void release(int who, RequestId id) {
    ReleaseAnswer expected = model.release(session(who), id);
    ReleaseAnswer found = Visitor.await(visitors.get(who).session().release(resource, id));
    history.add("release " + id + " -> " + found);
    assertThat(found.outcome()).as(this::story).isEqualTo(expected.outcome());
    // Among several holders a store may count one that has died unnoticed.
    assertThat(found.heldByOther()).as(this::story).isIn(expected.heldByOther(), shares);
  }

  private void settle(int who, RequestId id) {
    var expected = model.settle(session(who), id, LEASE_TIME);
    var found = Visitor.await(visitors.get(who).session().settle(resource, id, LEASE_TIME));
    history.add("settle " + id + " -> " + found);
    assertThat(found).as(this::story).isEqualTo(expected);
  }

  /** Whoever asked for a part may be left with less of it. */
  private void shrinkOrSettle(int who, Request request, int to) {
    if (to == 0 || !shares) {
      settle(who, request.id());
      return;
    }
    var expected = model.shrink(session(who), request.id(), to);
    var found = Visitor.await(visitors.get(who).session().shrink(resource, request.id(), to));
    history.add("shrink " + request.id() + " to " + to + " -> " + found);
    assertThat(found).as(this::story).isEqualTo(expected);
  }

  private void changeOrRenew(int who, Random random) {
    if (!isSemaphore()) {
      renew(who);
      return;
    }
    int kind = random.nextInt(8);
    if (kind == 0) {
      change(who, Action.DELETE, 0);
    } else if (kind < 3) {
      change(who, Action.SET, PERMITS);
    } else {
      change(who, Action.ADD, random.nextInt(7) - 3);
    }
  }

  private void change(int who, Action action, int permits) {
    changes++;
    RequestId id = new RequestId(session(who) + ".change-" + changes);
    PermitsChange change = new PermitsChange(id, resource, action, permits);
    var expected = model.changePermits(session(who), change);
    var found = Visitor.await(visitors.get(who).session().changePermits(change));
    history.add(action + " " + permits + " by " + session(who) + " -> " + found);
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
      List<String> grants = model.grants(session(who));
      List<String> refusals = model.refusals(session(who));
      Visitor visitor = visitors.get(who);
      await("the messages")
          .untilAsserted(
              () -> {
                assertThat(visitor.log().grants())
                    .as(this::story)
                    .extracting(event -> event.id().value())
                    .containsExactlyElementsOf(grants);
                assertThat(refused(visitor))
                    .as(this::story)
                    .containsExactlyInAnyOrderElementsOf(refusals);
              });
      visitor.log().grants().forEach(event -> granted(event.id(), event.grant().sequence()));
    }
    highestBefore = sequences.keySet().stream().max(Long::compare).orElse(0L);
    LockView should = model.inspect();
    LockView did = visitors.get(visitors.size() - 1).inspect();
    assertThat(did.capacity()).as(this::story).isEqualTo(should.capacity());
    assertThat(did.holders())
        .as(this::story)
        .extracting(LockView.Holder::units)
        .containsExactlyInAnyOrderElementsOf(
            should.holders().stream().map(LockView.Holder::units).toList());
    assertThat(did.queue())
        .as(this::story)
        .extracting(LockView.Waiter::requestId)
        .containsExactlyElementsOf(
            should.queue().stream().map(LockView.Waiter::requestId).toList());
    if (isSemaphore()) {
      assertThat(visitors.get(visitors.size() - 1).permits())
          .as(this::story)
          .isEqualTo(model.permits());
    }
  }

  private static List<String> refused(Visitor visitor) {
    return visitor.log().events().stream()
        .filter(Event.Refused.class::isInstance)
        .map(event -> ((Event.Refused) event).id().value())
        .toList();
  }

  private String story() {
    return String.join("\n", history);
  }
}
