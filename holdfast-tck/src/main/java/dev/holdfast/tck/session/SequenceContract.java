package dev.holdfast.tck.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Token;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.Visitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The numbers of which fencing tokens are made. */
@ExtendWith(ContractExtension.class)
final class SequenceContract {

  private final Arena arena;

  SequenceContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void sequences_riseFromGrantToGrant_whoeverGetsIt() {
    Visitor one = arena.visitor();
    Visitor other = arena.visitor();
    long last = 0;
    for (int round = 0; round < 50; round++) {
      Ask ask = (round % 2 == 0 ? one : other).ask();
      assertThat(ask.granted().sequence()).isGreaterThan(last);
      last = ask.granted().sequence();
      ask.release();
    }
  }

  @Test
  @Needs(Capability.FORGET)
  void sequences_riseOverALostRecord() {
    Visitor visitor = arena.visitor();
    Ask first = visitor.ask();
    long sequence = first.granted().sequence();
    arena.store().forget(visitor.resource());
    assertThat(visitor.ask().granted().sequence()).isGreaterThan(sequence);
  }

  @Test
  void sequences_leaveRoomForHandoffs() {
    long sequence = arena.visitor().ask().granted().sequence();
    assertThat(Token.of(sequence, Token.HANDOFFS_MAX)).isPositive();
    assertThat(sequence).isLessThanOrEqualTo(Token.SEQUENCE_MAX);
  }
}
