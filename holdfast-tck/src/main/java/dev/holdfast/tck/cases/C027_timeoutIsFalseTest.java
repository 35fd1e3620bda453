package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A thread whose wait is over gets false, not an exception from inside. */
@ExtendWith(ContractExtension.class)
final class C027_timeoutIsFalseTest {

  private static final int THREADS = 20;

  private final Arena arena;

  C027_timeoutIsFalseTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void shortWaitsRightAfterTheStart_returnFalse() throws Exception {
    LockClient holder = arena.client();
    for (int i = 0; i < THREADS; i++) {
      holder.lock(arena.name() + i).lock();
    }
    LockClient fresh = arena.client();
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      DistributedLock lock = fresh.lock(arena.name() + i);
      answers.add(arena.actor().begins(() -> lock.tryLock(Duration.ofMillis(50))));
    }
    for (CompletableFuture<Boolean> answer : answers) {
      assertThat(answer.get(10, TimeUnit.SECONDS)).isFalse();
    }
    for (int i = 0; i < THREADS; i++) {
      holder.lock(arena.name() + i).unlock();
    }
  }
}
