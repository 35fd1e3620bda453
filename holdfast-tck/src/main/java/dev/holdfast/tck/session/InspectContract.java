package dev.holdfast.tck.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView;
import dev.holdfast.LockView.Party;
import dev.holdfast.spi.Token;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Looking at a resource from outside. */
@ExtendWith(ContractExtension.class)
final class InspectContract {

  private final Arena arena;

  InspectContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void freeLock_hasNoHolderAndNoQueue_andLookingLeavesNothing() {
    LockView view = arena.visitor().inspect();
    assertThat(view.name()).isEqualTo(arena.name());
    assertThat(view.holders()).isEmpty();
    assertThat(view.queue()).isEmpty();
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void heldLock_showsWhoHoldsItAndForHowLong() {
    Visitor visitor = arena.visitor(Duration.ofSeconds(10));
    Ask ask = visitor.ask();
    LockView view = arena.visitor().inspect();
    assertThat(view.holders())
        .singleElement()
        .satisfies(
            holder -> {
              assertThat(holder.party().client()).isEqualTo("visitor-1");
              assertThat(holder.party().host()).isEqualTo("tck-host");
              assertThat(holder.party().pid()).isEqualTo(4711);
              assertThat(holder.party().thread()).isEqualTo(Thread.currentThread().getName());
              assertThat(holder.party().note()).isEqualTo("a note");
              assertThat(holder.fencingToken()).isEqualTo(Token.of(ask.granted().sequence(), 0));
              assertThat(holder.remaining())
                  .isPositive()
                  .isLessThanOrEqualTo(visitor.session().ttl());
            });
  }

  @Test
  @Needs(Capability.QUEUE)
  void queue_isShownInOrder() {
    arena.visitor().ask().granted();
    Ask first = arena.visitor().ask();
    Ask second = arena.visitor().askFair();
    LockView view = arena.visitor().inspect();
    assertThat(view.queue())
        .extracting(LockView.Waiter::requestId)
        .containsExactly(first.id().value(), second.id().value());
    assertThat(view.queue())
        .extracting(LockView.Waiter::party)
        .extracting(Party::client)
        .containsExactly("visitor-2", "visitor-3");
  }

  @Test
  @Needs(Capability.END_SESSION)
  void deadHolder_isNotShown() {
    Visitor dead = arena.visitor();
    dead.ask().granted();
    arena.store().endSession(dead.session().id());
    Visitor other = arena.visitor();
    assertThat(other.inspect().holders()).isEmpty();
    other.ask().granted();
  }
}
