package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.LockClient;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What the command allows is what the library allows. */
class LimitsTest {

  private static final Duration MILLI = Duration.ofMillis(1);

  private static boolean allowed(ThrowingCallable call) {
    Throwable failure = catchThrowable(call);
    assertThat(failure == null || failure instanceof IllegalArgumentException).isTrue();
    return failure == null;
  }

  @Test
  void ttl() {
    List<Duration> around =
        List.of(
            Limits.TTL_MIN.minus(MILLI),
            Limits.TTL_MIN,
            Limits.TTL_MAX,
            Limits.TTL_MAX.plus(MILLI));
    assertThat(around).extracting(Limits::allowsTtl).containsExactly(false, true, true, false);
    for (Duration ttl : around) {
      assertThat(Limits.allowsTtl(ttl))
          .isEqualTo(allowed(() -> LockClient.builder("memory:").sessionTtl(ttl)));
    }
  }

  @Test
  void leaseNoteAndName() {
    try (LockClient client = LockClient.connect("memory:")) {
      for (Duration lease : List.of(MILLI, MILLI.minusNanos(1), Duration.ZERO)) {
        assertThat(Limits.allowsLease(lease))
            .isEqualTo(allowed(() -> client.lock("x").leaseTime(lease)));
      }
      for (int length : List.of(0, 256, 257)) {
        String note = "n".repeat(length);
        assertThat(Limits.allowsNote(note)).isEqualTo(allowed(() -> client.lock("x").note(note)));
      }
      for (String name :
          List.of("", "x", "x".repeat(1024), "x".repeat(1025), "\u00e4".repeat(513))) {
        assertThat(Limits.allowsName(name)).isEqualTo(allowed(() -> client.lock(name)));
      }
    }
  }
}
