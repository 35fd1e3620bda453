package dev.holdfast.redis.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.redis.redlock.Tally.Verdict;
import org.junit.jupiter.api.Test;

class TallyTest {

  private static Tally asked(int nodes) {
    Tally tally = new Tally(nodes);
    for (int node = 0; node < nodes; node++) {
      tally.asked(node, true);
    }
    return tally;
  }

  @Test
  void quorumOfTheSameNumber_wins() {
    Tally tally = asked(5);
    tally.granted(0, 7);
    tally.granted(1, 7);
    assertThat(tally.verdict()).isEqualTo(Verdict.OPEN);
    tally.granted(2, 7);
    assertThat(tally.verdict()).isEqualTo(Verdict.WON);
    assertThat(tally.number()).isEqualTo(7);
  }

  @Test
  void otherNumbers_areRaisedToTheHighest() {
    Tally tally = asked(3);
    tally.granted(0, 5);
    tally.granted(1, 3);
    assertThat(tally.verdict()).isEqualTo(Verdict.RAISE);
    assertThat(tally.raise()).containsExactly(1);
    assertThat(tally.verdict()).isEqualTo(Verdict.OPEN);
    tally.raised(1, 5);
    assertThat(tally.verdict()).isEqualTo(Verdict.WON);
    assertThat(tally.number()).isEqualTo(5);
  }

  /** Found by the search: counted with its own number, that node would vouch for a lower one. */
  @Test
  void higherNumberWhileRaising_isWhatAllAreRaisedTo() {
    Tally tally = asked(3);
    tally.granted(1, 5);
    tally.granted(2, 1);
    assertThat(tally.raise()).containsExactly(2);
    tally.granted(0, 6);
    assertThat(tally.verdict()).isEqualTo(Verdict.RAISE);
    assertThat(tally.raise()).containsExactly(1, 2);
    tally.raised(2, 5);
    assertThat(tally.verdict()).isEqualTo(Verdict.OPEN);
    tally.raised(2, 6);
    assertThat(tally.verdict()).isEqualTo(Verdict.WON);
    assertThat(tally.number()).isEqualTo(6);
  }

  @Test
  void raiseThatIsRefused_isNotCounted() {
    Tally tally = asked(3);
    tally.granted(0, 5);
    tally.granted(1, 3);
    tally.raise();
    tally.failed(1);
    assertThat(tally.verdict()).isEqualTo(Verdict.OPEN);
    tally.held(2);
    assertThat(tally.verdict()).isEqualTo(Verdict.LOST);
  }

  @Test
  void nodesWithoutAVote_raiseTheNumber_andDontCount() {
    Tally tally = new Tally(3);
    tally.asked(0, false);
    tally.asked(1, true);
    tally.asked(2, true);
    tally.granted(0, 9);
    tally.granted(1, 4);
    tally.granted(2, 4);
    assertThat(tally.verdict()).isEqualTo(Verdict.RAISE);
    assertThat(tally.raise()).containsExactly(1, 2);
    tally.raised(1, 9);
    assertThat(tally.verdict()).isEqualTo(Verdict.OPEN);
    tally.raised(2, 9);
    assertThat(tally.verdict()).isEqualTo(Verdict.WON);
    assertThat(tally.number()).isEqualTo(9);
  }

  @Test
  void tooManyThatHold_loses_withoutWaitingForTheRest() {
    Tally tally = asked(5);
    tally.held(0);
    tally.held(1);
    assertThat(tally.verdict()).isEqualTo(Verdict.OPEN);
    tally.failed(2);
    assertThat(tally.verdict()).isEqualTo(Verdict.LOST);
    assertThat(tally.mayHold(0)).isFalse();
    assertThat(tally.mayHold(2)).isTrue();
    assertThat(tally.mayHold(3)).isTrue();
  }

  @Test
  void nodesNeverAsked_areNoneThatMayHold() {
    Tally tally = new Tally(3);
    tally.asked(0, true);
    tally.granted(0, 1);
    assertThat(tally.verdict()).isEqualTo(Verdict.LOST);
    assertThat(tally.mayHold(1)).isFalse();
  }
}
