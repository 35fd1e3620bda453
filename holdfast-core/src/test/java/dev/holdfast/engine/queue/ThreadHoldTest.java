package dev.holdfast.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ThreadHoldTest {

  /** The lease plays no part in counting. */
  private static ThreadHold counted(int count) {
    return new ThreadHold(new Thread("worker-3"), null, LockMode.WRITE, count);
  }

  @Test
  void countUp_untilTheLargestNumber() {
    ThreadHold hold = counted(Integer.MAX_VALUE - 1);
    hold.countUp("order:42");
    assertThat(hold.count()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void countUp_beyondTheLargestNumber_isAnErrorThatNamesLockAndThread_andChangesNothing() {
    ThreadHold hold = counted(Integer.MAX_VALUE);
    assertThatThrownBy(() -> hold.countUp("order:42"))
        .isExactlyInstanceOf(Error.class)
        .hasMessageContaining("Maximum lock count exceeded")
        .hasMessageContaining("order:42")
        .hasMessageContaining("worker-3");
    assertThat(hold.count()).isEqualTo(Integer.MAX_VALUE);
  }
}
