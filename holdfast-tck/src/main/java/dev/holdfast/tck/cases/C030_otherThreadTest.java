package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.NotHeldException;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A handle may be closed by another thread; what a thread has locked may not. */
@ExtendWith(ContractExtension.class)
final class C030_otherThreadTest {

  private final Arena arena;
  private final DistributedLock lock;
  private final DistributedLock other;

  C030_otherThreadTest(Arena arena) {
    this.arena = arena;
    this.lock = arena.client().lock(arena.name());
    this.other = arena.client().lock(arena.name());
  }

  @Test
  void handle_isClosedByAnotherThread() throws Exception {
    Lease lease = lock.acquireAsync(Duration.ofSeconds(10)).get(10, TimeUnit.SECONDS);
    arena.actor().does(lease::close);
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }

  @Test
  void threadsLock_isNotUnlockedByAnotherThread() throws Exception {
    lock.lock();
    Actor stranger = arena.actor();
    assertThatThrownBy(() -> stranger.does(lock::unlock))
        .isInstanceOf(NotHeldException.class)
        .isInstanceOf(IllegalMonitorStateException.class);
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(other.tryLock()).isFalse();
    lock.unlock();
    assertThat(other.tryLock()).isTrue();
    other.unlock();
  }
}
