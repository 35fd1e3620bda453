package dev.holdfast.tck.session;

import static dev.holdfast.spi.PermitsAnswer.Outcome.ALREADY_SET;
import static dev.holdfast.spi.PermitsAnswer.Outcome.CHANGED;
import static dev.holdfast.spi.PermitsAnswer.Outcome.NOT_SET;
import static dev.holdfast.spi.PermitsAnswer.Outcome.OUT_OF_RANGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Permits;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.NotSet;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.spi.RequestAnswer.TooLarge;
import dev.holdfast.spi.RequestId;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How many permits a semaphore has: setting, changing, forgetting. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE, Capability.HANDOFF_MESSAGE})
final class PermitsContract {

  /** More than a store need refuse in one step. */
  private static final int MANY = 1_300;

  private final Arena arena;
  private final Visitor visitor;

  PermitsContract(Arena arena) {
    this.arena = arena;
    this.visitor = visitor();
  }

  private Visitor visitor() {
    return arena.visitor(Duration.ofSeconds(30), arena.semaphore());
  }

  @AfterEach
  void forget() {
    visitor.change(Action.DELETE, 0);
  }

  @Test
  void permitsThatNobodySet_areAskedForInVain() {
    assertThat(visitor.permits()).isEmpty();
    assertThat(visitor.ask(1).answer()).isEqualTo(new NotSet());
    assertThat(visitor.askAtOnce(1).answer()).isEqualTo(new NotSet());
    assertThat(visitor.change(Action.ADD, 1)).isEqualTo(new PermitsAnswer(NOT_SET, 0));
    assertThat(visitor.change(Action.DELETE, 0)).isEqualTo(new PermitsAnswer(NOT_SET, 0));
    assertThat(visitor.inspect().capacity()).isZero();
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void permits_areSetOnce_alsoWhileAllAreOut() {
    assertThat(visitor.change(Action.SET, 3)).isEqualTo(new PermitsAnswer(CHANGED, 3));
    visitor.ask(3).granted();
    assertThat(visitor().change(Action.SET, 7)).isEqualTo(new PermitsAnswer(ALREADY_SET, 3));
    assertThat(visitor.permits()).contains(new Permits(3, 0));
    assertThat(visitor.inspect().capacity()).isEqualTo(3);
  }

  @Test
  void permits_ofALockOfTheSameName_areItsOwn() {
    visitor.change(Action.SET, 1);
    visitor.ask(1).granted();
    arena.visitor().askAtOnce().granted();
  }

  @Test
  void changeSentAgain_isMadeOnce() {
    RequestId id = new RequestId(arena.name() + ".set");
    PermitsChange set = new PermitsChange(id, arena.semaphore(), Action.SET, 3);
    assertThat(change(set)).isEqualTo(new PermitsAnswer(CHANGED, 3));
    assertThat(change(set)).isEqualTo(new PermitsAnswer(CHANGED, 3));
    RequestId more = new RequestId(arena.name() + ".add");
    PermitsChange add = new PermitsChange(more, arena.semaphore(), Action.ADD, 2);
    assertThat(change(add)).isEqualTo(new PermitsAnswer(CHANGED, 5));
    visitor.change(Action.ADD, 1);
    assertThat(change(add)).isEqualTo(new PermitsAnswer(CHANGED, 6));
    assertThat(visitor.permits()).contains(new Permits(6, 6));
  }

  private PermitsAnswer change(PermitsChange change) {
    return Visitor.await(visitor.session().changePermits(change));
  }

  @Test
  void permits_stayWhenWhoSetThemIsGone() {
    Visitor other = visitor();
    other.change(Action.SET, 2);
    other.close();
    assertThat(visitor.permits()).contains(new Permits(2, 2));
  }

  @Test
  void changeOutOfRange_changesNothing() {
    visitor.change(Action.SET, 2);
    assertThat(visitor.change(Action.ADD, -3)).isEqualTo(new PermitsAnswer(OUT_OF_RANGE, 2));
    assertThat(visitor.change(Action.ADD, Integer.MAX_VALUE))
        .isEqualTo(new PermitsAnswer(OUT_OF_RANGE, 2));
    assertThat(visitor.permits()).contains(new Permits(2, 2));
  }

  @Test
  void added_servesThoseWhoWait_atOnce() {
    visitor.change(Action.SET, 1);
    visitor.ask(1).granted();
    Ask first = visitor().ask(1);
    Ask second = visitor().ask(1);
    Ask third = visitor().ask(1);
    assertThat(visitor.change(Action.ADD, 2)).isEqualTo(new PermitsAnswer(CHANGED, 3));
    first.awaitGrant();
    second.awaitGrant();
    assertThat(third.again()).isNotInstanceOf(Granted.class);
  }

  @Test
  void takenAway_nobodyLosesAny_andNothingIsGrantedUntilItFits() {
    visitor.change(Action.SET, 3);
    Ask two = visitor.ask(2);
    Ask one = visitor.ask(1);
    Ask waiter = visitor().ask(1);
    assertThat(visitor.change(Action.ADD, -2)).isEqualTo(new PermitsAnswer(CHANGED, 1));
    assertThat(visitor.permits()).contains(new Permits(1, -2));
    two.grantedNow();
    one.release();
    assertThat(waiter.again()).isNotInstanceOf(Granted.class);
    two.release();
    waiter.awaitGrant();
    assertThat(visitor.permits()).contains(new Permits(1, 0));
  }

  @Test
  void requestLargerThanAll_isRefusedAtOnce() {
    visitor.change(Action.SET, 3);
    assertThat(visitor.ask(4).answer()).isEqualTo(new TooLarge(3));
    assertThat(visitor.askAtOnce(4).answer()).isEqualTo(new TooLarge(3));
    assertThat(visitor.inspect().queue()).isEmpty();
  }

  @Test
  void waiterLargerThanWhatIsLeft_isRefused_andTheNextOneServed() {
    visitor.change(Action.SET, 3);
    Ask two = visitor.ask(2);
    Ask large = visitor().ask(3);
    Ask small = visitor().ask(1);
    small.queued();
    visitor.change(Action.ADD, -1);
    assertThat(large.awaitRefusal()).isEqualTo(new TooLarge(2));
    two.release();
    small.awaitGrant();
    assertThat(visitor.inspect().queue()).isEmpty();
  }

  @Test
  void deleted_waitersAreRefused_holdersKeepTheirs_untilTheyReleaseThem() {
    visitor.change(Action.SET, 2);
    Ask holder = visitor.ask(2);
    Ask waiter = visitor().ask(1);
    waiter.queued();
    assertThat(visitor.change(Action.DELETE, 0)).isEqualTo(new PermitsAnswer(CHANGED, 0));
    assertThat(waiter.awaitRefusal()).isEqualTo(new NotSet());
    assertThat(visitor.permits()).isEmpty();
    holder.grantedNow();
    assertThat(visitor.change(Action.SET, 1)).isEqualTo(new PermitsAnswer(CHANGED, 1));
    assertThat(visitor.askAtOnce(1).answer()).isEqualTo(new Refused());
    holder.release();
    visitor.askAtOnce(1).granted();
  }

  @Test
  void deletedWhileManyWait_isTold_andNobodyWaitsOn() {
    visitor.change(Action.SET, 1);
    Ask holder = visitor.ask(1);
    Visitor crowd = visitor();
    for (int number = 0; number < MANY; number++) {
      crowd.ask(1).queued();
    }
    assertThat(visitor.change(Action.DELETE, 0)).isEqualTo(new PermitsAnswer(CHANGED, 0));
    assertThat(visitor.inspect().queue()).isEmpty();
    holder.release();
  }
}
