package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitsTest {

  private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

  @Test
  void longestWaits_saturate() {
    long max = Waits.MAX.toNanos();
    assertThat(Waits.checkedNanos(LONGEST)).isEqualTo(max);
    assertThat(Waits.nanos(Long.MAX_VALUE, TimeUnit.DAYS)).isEqualTo(max);
    assertThat(Waits.nanos(Long.MAX_VALUE, TimeUnit.NANOSECONDS)).isEqualTo(max);
  }

  @Test
  void waitsAddedToAnyMoment_stayInTheFuture() {
    for (long now : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
      long deadline = now + Waits.MAX.toNanos();
      assertThat(deadline - now).isPositive();
    }
  }

  @Test
  void negativeWait_isRefusedAsDurationAndNoWaitAsLockTakesIt() {
    assertThatThrownBy(() -> Waits.checkedNanos(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-0.000000001S");
    assertThat(Waits.nanos(-5, TimeUnit.SECONDS)).isZero();
    assertThat(Waits.nanos(Long.MIN_VALUE, TimeUnit.DAYS)).isZero();
  }

  @Test
  void longestLeaseTimes_saturate() {
    assertThat(Waits.checkedLeaseTime(LONGEST)).isEqualTo(Waits.MAX);
    assertThat(Waits.checkedLeaseTime(Long.MAX_VALUE, TimeUnit.DAYS)).isEqualTo(Waits.MAX);
  }

  @Test
  void leaseTimesBelowAMillisecond_areRefused() {
    for (Duration refused :
        new Duration[] {Duration.ZERO, Duration.ofNanos(999_999), Duration.ofSeconds(-1)}) {
      assertThatThrownBy(() -> Waits.checkedLeaseTime(refused))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(refused.toString());
    }
    assertThatThrownBy(() -> Waits.checkedLeaseTime(0, TimeUnit.SECONDS))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Waits.checkedLeaseTime(-1, TimeUnit.DAYS))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
