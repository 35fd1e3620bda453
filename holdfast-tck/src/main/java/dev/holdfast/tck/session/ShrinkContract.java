package dev.holdfast.tck.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.spi.ShrinkAnswer;
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

/** Keeping fewer units: a writer that becomes a reader, permits returned in part. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE, Capability.HANDOFF_MESSAGE})
final class ShrinkContract {

  private static final int READ = 1;

  private final Arena arena;

  ShrinkContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void writerBecomesAReader_keepingItsSequence_andReadersAreLetIn() {
    Visitor visitor = arena.visitor();
    Ask writer = visitor.ask();
    Ask reader = arena.visitor().ask(READ);
    reader.queued();
    assertThat(writer.shrink(READ)).isEqualTo(ShrinkAnswer.SHRUNK);
    reader.awaitGrant();
    assertThat(writer.again())
        .isInstanceOfSatisfying(
            Granted.class,
            now -> {
              assertThat(now.units()).isEqualTo(READ);
              assertThat(now.grant().sequence()).isEqualTo(writer.granted().sequence());
            });
    assertThat(visitor.inspect().holders())
        .extracting(LockView.Holder::fencingToken)
        .contains(Token.of(writer.granted().sequence(), 0));
    assertThat(arena.visitor().askAtOnce().answer()).isEqualTo(new Refused());
    assertThat(writer.release().outcome()).isEqualTo(Outcome.RELEASED);
  }

  @Test
  void writersThatWait_areNotLetInByIt() {
    Ask writer = arena.visitor().ask();
    Visitor other = arena.visitor();
    Ask next = other.ask();
    Ask reader = arena.visitor().ask(READ);
    writer.shrink(READ);
    assertThat(next.again()).isNotInstanceOf(Granted.class);
    assertThat(reader.again()).isNotInstanceOf(Granted.class);
    writer.release();
    next.awaitGrant();
  }

  @Test
  void sentAgain_orToMore_changesNothing() {
    Visitor visitor = arena.visitor();
    Ask writer = visitor.ask();
    writer.shrink(READ);
    LockView before = visitor.inspect();
    assertThat(writer.shrink(READ)).isEqualTo(ShrinkAnswer.SHRUNK);
    assertThat(writer.shrink(5)).isEqualTo(ShrinkAnswer.SHRUNK);
    assertThat(visitor.inspect().holders())
        .extracting(LockView.Holder::units)
        .isEqualTo(before.holders().stream().map(LockView.Holder::units).toList());
  }

  @Test
  void whatDoesNotHold_isNotHolding() {
    Ask writer = arena.visitor().ask();
    Ask waiter = arena.visitor().ask();
    assertThat(waiter.shrink(READ)).isEqualTo(ShrinkAnswer.NOT_HOLDING);
    waiter.release();
    writer.release();
    assertThat(writer.shrink(READ)).isEqualTo(ShrinkAnswer.NOT_HOLDING);
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void boundOfTheLease_staysWhatItWas() {
    Visitor visitor = arena.visitor();
    Ask writer = visitor.askFor(Duration.ofSeconds(20));
    writer.shrink(READ);
    assertThat(visitor.inspect().holders())
        .singleElement()
        .satisfies(
            holder ->
                assertThat(holder.remaining())
                    .isPositive()
                    .isLessThanOrEqualTo(Duration.ofSeconds(20)));
  }

  @Test
  void permits_areReturnedInPart() {
    Visitor visitor = arena.visitor(Duration.ofSeconds(30), arena.semaphore());
    visitor.change(Action.SET, 5);
    Ask big = visitor.ask(5);
    Ask waiter = visitor.ask(2);
    Ask next = visitor.ask(2);
    assertThat(big.shrink(3)).isEqualTo(ShrinkAnswer.SHRUNK);
    waiter.awaitGrant();
    assertThat(next.again()).isNotInstanceOf(Granted.class);
    assertThat(big.shrink(1)).isEqualTo(ShrinkAnswer.SHRUNK);
    next.awaitGrant();
    assertThat(visitor.permits().orElseThrow().available()).isZero();
  }
}
