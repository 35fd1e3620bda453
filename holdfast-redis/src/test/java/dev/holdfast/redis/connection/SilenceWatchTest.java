package dev.holdfast.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.TimeSource;
import dev.holdfast.tck.time.VirtualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SilenceWatchTest {

  private static final Duration TIMEOUT = Duration.ofMillis(900);

  private final VirtualTime time = new VirtualTime();
  private long pausedNanos;
  private final AtomicInteger silences = new AtomicInteger();
  private final SilenceWatch watch =
      new SilenceWatch(time, new PausableTime(), TIMEOUT, silences::incrementAndGet);

  /** A clock that has gone on while nothing ran. */
  private final class PausableTime implements TimeSource {
    @Override
    public long nanos() {
      return time.nanos() + pausedNanos;
    }

    @Override
    public long wallMillis() {
      return time.wallMillis();
    }
  }

  private void pass(long millis) {
    time.advance(Duration.ofMillis(millis));
  }

  @Test
  void answerThatNeverComes_isNoticedWithinTheTimeOut_once() {
    watch.sending();
    pass(790);
    assertThat(silences).hasValue(0);
    pass(110);
    assertThat(silences).hasValue(1);
    pass(5_000);
    assertThat(silences).hasValue(1);
  }

  @Test
  void answersInTime_areNotMistaken() {
    for (int i = 0; i < 50; i++) {
      watch.sending();
      pass(700);
      watch.answered();
    }
    assertThat(silences).hasValue(0);
  }

  @Test
  void steadyTraffic_doesNotHideAStuckCommand() {
    for (int i = 0; i < 100; i++) {
      watch.sending();
    }
    for (int i = 0; i < 99; i++) {
      watch.answered();
    }
    for (int i = 0; i < 90 && silences.get() == 0; i++) {
      watch.sending();
      pass(10);
    }
    assertThat(silences).hasValue(1);
  }

  @Test
  void slowButSteadyAnswers_areNotMistaken() {
    for (int i = 0; i < 70; i++) {
      watch.sending();
    }
    for (int i = 0; i < 1_000; i++) {
      pass(10);
      watch.answered();
      watch.sending();
    }
    assertThat(silences).hasValue(0);
  }

  @Test
  void nothingAwaited_noTimerRuns() {
    watch.sending();
    watch.answered();
    pass(1_000);
    assertThat(time.pending()).isZero();
  }

  @Test
  void pauseOfThisProcess_givesTheAnswersTimeToBeRead() {
    watch.sending();
    pass(50);
    pausedNanos = Duration.ofMinutes(1).toNanos();
    pass(700);
    assertThat(silences).hasValue(0);
    watch.answered();
    pass(5_000);
    assertThat(silences).hasValue(0);
  }

  @Test
  void ended_nothingIsNoticed() {
    watch.sending();
    watch.end();
    pass(5_000);
    assertThat(silences).hasValue(0);
  }
}
