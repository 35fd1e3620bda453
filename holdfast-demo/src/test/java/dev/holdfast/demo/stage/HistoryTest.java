package dev.holdfast.demo.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.demo.stage.History.Write;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryTest {

  @Test
  void oneAfterTheOther_losesNothing() {
    History history = new History(List.of(write(1, 33, 0), write(2, 33, 1), write(3, 34, 2)), 3);

    assertThat(history.lost()).isZero();
    assertThat(history.tokensRise()).isTrue();
    assertThat(List.of(1L, 2L, 3L)).noneMatch(history::isDamage);
  }

  @Test
  void lateWrite_losesWhatWasWrittenSince() {
    History history = new History(List.of(write(1, 34, 0), write(2, 35, 1), write(3, 33, 0)), 1);

    assertThat(history.lost()).isEqualTo(2);
    assertThat(history.tokensRise()).isFalse();
    assertThat(List.of(1L, 2L)).noneMatch(history::isDamage);
    assertThat(history.isDamage(3)).isTrue();
  }

  private static Write write(long number, long token, long was) {
    return new Write(number, "A", token, was, was + 1);
  }
}
