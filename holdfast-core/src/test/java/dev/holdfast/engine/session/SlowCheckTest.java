package dev.holdfast.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlowCheckTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  private final ManualTime time = new ManualTime();
  private final SlowCheck check =
      new SlowCheck(
          new EngineContext(
              new UnusedStore(),
              time,
              time,
              new Callbacks(Runnable::run, Runnable::run, time, List.of())),
          TTL);
  private final List<String> asked = new ArrayList<>();

  @Test
  void longHolder_isAskedAboutWithinAThirdOfTheTtl() {
    check.watch(new Waiting("a"), Duration.ofMinutes(10));
    time.pass(Duration.ofMillis(7_900));
    assertThat(asked).isEmpty();
    time.pass(Duration.ofMillis(2_100));
    assertThat(asked).containsExactly("a");
  }

  @Test
  void holderAboutToEnd_isAskedAboutWhenItEnds() {
    check.watch(new Waiting("a"), Duration.ofMillis(300));
    time.pass(Duration.ofMillis(299));
    assertThat(asked).isEmpty();
    time.pass(Duration.ofMillis(1));
    assertThat(asked).containsExactly("a");
  }

  @Test
  void endedHolder_isNotAskedAboutInABusyLoop() {
    check.watch(new Waiting("a"), Duration.ZERO);
    time.pass(Duration.ofMillis(19));
    assertThat(asked).isEmpty();
    time.pass(Duration.ofMillis(1));
    assertThat(asked).hasSize(1);
  }

  @Test
  void manyWaiters_areAskedAboutInFewRounds() {
    for (int i = 0; i < 1_000; i++) {
      check.watch(new Waiting("w" + i), Duration.ofMinutes(1));
    }
    assertThat(time.timers()).isEqualTo(1);
    int rounds = 0;
    int before = 0;
    for (int millis = 0; millis < 10_000; millis += 10) {
      time.pass(Duration.ofMillis(10));
      rounds += asked.size() > before ? 1 : 0;
      before = asked.size();
    }
    assertThat(asked).hasSize(1_000).doesNotHaveDuplicates();
    assertThat(rounds).isLessThanOrEqualTo(4);
  }

  @Test
  void forgotten_isNotAskedAbout() {
    check.watch(new Waiting("a"), Duration.ofSeconds(1));
    check.forget(new RequestId("a"));
    time.pass(TTL);
    assertThat(asked).isEmpty();
    assertThat(time.timers()).isZero();
  }

  @Test
  void ended_leavesNoTimer() {
    check.watch(new Waiting("a"), Duration.ofSeconds(1));
    check.end();
    check.watch(new Waiting("b"), Duration.ofSeconds(1));
    time.pass(TTL);
    assertThat(asked).isEmpty();
    assertThat(time.timers()).isZero();
  }

  /** A member that notes when it is asked to ask. */
  private final class Waiting extends UnusedMember {

    private final String name;

    Waiting(String name) {
      super(name);
      this.name = name;
    }

    @Override
    public void askAgain() {
      asked.add(name);
    }
  }
}
