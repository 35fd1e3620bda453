package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.fault.BadNetwork;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Busy is false, an unreachable store is an exception, and a loss is told to its listener. */
@ExtendWith(ContractExtension.class)
final class C055_busyOrBrokenTest {

  private final Arena arena;

  C055_busyOrBrokenTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void busyBrokenAndLost_areThreeThings() throws Exception {
    DistributedLock holder = arena.client().lock(arena.name());
    BadNetwork network = arena.network();
    LockClient client = arena.client(network);
    DistributedLock lock = client.lock(arena.name());

    holder.lock();
    assertThat(lock.tryLock(Duration.ofMillis(300))).isFalse();
    holder.unlock();

    Lease lease = client.lock(arena.name() + "-lost").acquire(Duration.ofSeconds(10));
    AtomicInteger told = new AtomicInteger();
    lease.onLost(told::incrementAndGet);
    network.store().disconnect();
    assertThatThrownBy(() -> lock.tryLock(Duration.ofMillis(300)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(arena.name());
    await("the loss to be told").until(() -> told.get() == 1);
    network.store().reconnect();
    assertThatThrownBy(lease::close).isInstanceOf(LockLostException.class);
  }
}
