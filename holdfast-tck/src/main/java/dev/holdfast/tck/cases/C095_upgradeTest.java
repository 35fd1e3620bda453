package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.ReentrantWaitException;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Actor;
import dev.holdfast.tck.arena.Actor.Work;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A reader that wants to write is told so at once; two of them don't wait for each other. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE})
final class C095_upgradeTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;
  private final LockClient client;
  private final DistributedLock reading;
  private final DistributedLock writing;

  C095_upgradeTest(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.reading = client.readWriteLock(arena.name()).readLock();
    this.writing = client.readWriteLock(arena.name()).writeLock();
  }

  @Test
  void writingInsideOfReading_isRefusedAtOnce_whenItWouldWait() throws Exception {
    reading.lock();
    List<Work> waits =
        List.of(
            writing::lock,
            writing::lockInterruptibly,
            () -> writing.tryLock(LONG),
            () -> writing.tryLock(LONG, LONG),
            () -> writing.fair().lock(),
            () -> client.lock(arena.name()).lock(),
            () -> writing.acquire(LONG));
    for (Work wait : waits) {
      assertThatThrownBy(wait::run)
          .isInstanceOf(ReentrantWaitException.class)
          .hasMessageContaining(arena.name())
          .hasMessageContaining("wait for itself");
    }
    assertThat(writing.tryLock()).isFalse();
    assertThat(writing.tryLock(Duration.ZERO)).isFalse();
    assertThat(writing.tryAcquire(Duration.ZERO)).isEmpty();
    assertThat(reading.isHeldByCurrentThread()).isTrue();
    assertThat(arena.queueSize()).isZero();
    reading.unlock();
  }

  @Test
  void twoReadersThatBothWantToWrite_areBothRefused() throws Exception {
    Actor neighbour = arena.actor();
    reading.lock();
    neighbour.does(reading::lock);
    assertThatThrownBy(writing::lock).isInstanceOf(ReentrantWaitException.class);
    assertThatThrownBy(() -> neighbour.does(writing::lock))
        .isInstanceOf(ReentrantWaitException.class);
    reading.unlock();
    neighbour.does(reading::unlock);
  }
}
