package dev.holdfast.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.Token;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandoffBudgetTest {

  private static final long TTL = TimeUnit.SECONDS.toNanos(30);
  private static final long START = 7;

  private final HandoffBudget budget = new HandoffBudget();

  @Test
  void nobodyElseWaits_isLimitedByTheTokenAndAThirdOfTheTtl() {
    budget.begin(new Grant(1, false), START);
    assertThat(budget.allows(Token.HANDOFFS_MAX - 1, START + TTL / 3 - 1, TTL)).isTrue();
    assertThat(budget.allows(Token.HANDOFFS_MAX, START, TTL)).isFalse();
    assertThat(budget.allows(0, START + TTL / 3, TTL)).isFalse();
  }

  @Test
  void othersWait_isLimitedToSixteen() {
    budget.begin(new Grant(1, true), START);
    for (int handoff = 0; handoff < 16; handoff++) {
      assertThat(budget.allows(handoff, START, TTL)).isTrue();
      budget.count();
    }
    assertThat(budget.allows(16, START, TTL)).isFalse();
  }

  @Test
  void othersWait_isLimitedToTwentyMilliseconds() {
    budget.begin(new Grant(1, true), START);
    assertThat(budget.allows(0, START + TimeUnit.MILLISECONDS.toNanos(20) - 1, TTL)).isTrue();
    assertThat(budget.allows(0, START + TimeUnit.MILLISECONDS.toNanos(20), TTL)).isFalse();
  }

  @Test
  void othersBeginToWait_startsTheBudgetThenAndOnlyOnce() {
    budget.begin(new Grant(1, false), START);
    long later = START + TimeUnit.SECONDS.toNanos(1);
    budget.count();
    budget.othersWait(later);
    assertThat(budget.allows(500, later, TTL)).isTrue();
    budget.othersWait(later + TimeUnit.MILLISECONDS.toNanos(19));
    assertThat(budget.allows(500, later + TimeUnit.MILLISECONDS.toNanos(20), TTL)).isFalse();
  }

  @Test
  void grantSaysNobodyWaits_replacesWhatWasAssumedBefore() {
    budget.othersWait(START);
    budget.begin(new Grant(1, false), START);
    assertThat(budget.allows(100, START + TimeUnit.SECONDS.toNanos(1), TTL)).isTrue();
  }
}
