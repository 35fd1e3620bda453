package dev.holdfast.tck.latch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.LockClient;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is refused at the door, and what is allowed though it looks odd. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.LATCHES)
final class LatchArgumentsContract {

  private final Arena arena;
  private final LockClient client;
  private final DistributedCountDownLatch latch;

  LatchArgumentsContract(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.latch = client.countDownLatch(arena.name());
  }

  @Test
  void badCount_throwsIllegalArgumentException_andSetsNothing() {
    long tooHigh = DistributedCountDownLatch.COUNT_MAX + 1;
    for (long count : new long[] {-1, Long.MIN_VALUE, tooHigh, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> latch.trySetCount(count))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Long.toString(count))
          .hasMessageContaining("from 0 to 9007199254740991");
    }
    assertThat(latch.getCount()).isZero();
  }

  @Test
  void highestCount_isAllowed() {
    assertThat(latch.trySetCount(DistributedCountDownLatch.COUNT_MAX)).isTrue();
    latch.countDown();
    assertThat(latch.getCount()).isEqualTo(DistributedCountDownLatch.COUNT_MAX - 1);
    assertThat(latch.delete()).isTrue();
  }

  @Test
  void badName_throwsIllegalArgumentException() {
    for (String name : new String[] {"", "x".repeat(1025), "\ud800"}) {
      assertThatThrownBy(() -> client.countDownLatch(name))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void negativeDuration_throwsIllegalArgumentException() {
    Duration negative = Duration.ofNanos(-1);
    assertThatThrownBy(() -> latch.await(negative)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> latch.awaitAsync(negative))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void enormousWait_isAllowed() throws Exception {
    assertThat(latch.await(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    assertThat(latch.await(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
    assertThat(latch.awaitAsync(Duration.ofSeconds(Long.MAX_VALUE)).get(5, TimeUnit.SECONDS))
        .isTrue();
  }

  @Test
  @SuppressWarnings("NullAway")
  void nulls_throwNullPointerException() {
    List<ThrowingCallable> calls =
        List.of(
            () -> client.countDownLatch(null),
            () -> latch.await(null),
            () -> latch.await(1, null),
            () -> latch.awaitAsync(null));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(NullPointerException.class);
    }
  }

  @Test
  void oddNames_areLatchesOfTheirOwn() {
    String[] names = {"{x}:d:y", "a b", "\u00e9\ud83d\ude00", "  ", "d:", "#"};
    for (String name : names) {
      DistributedCountDownLatch odd = client.countDownLatch(arena.name() + name);
      assertThat(odd.name()).isEqualTo(arena.name() + name);
      assertThat(odd.trySetCount(2)).isTrue();
    }
    for (String name : names) {
      DistributedCountDownLatch odd = client.countDownLatch(arena.name() + name);
      assertThat(odd.getCount()).isEqualTo(2);
      assertThat(odd.delete()).isTrue();
    }
  }
}
