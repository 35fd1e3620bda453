package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** However many names are in use, none of them throws out a lock that is held. */
@ExtendWith(ContractExtension.class)
final class C035_manyNamesTest {

  private static final int NAMES = 5_000;

  private final Arena arena;
  private final LockClient client;

  C035_manyNamesTest(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
  }

  @Test
  void heldLock_staysHeldWhileManyOthersAreTouched() throws Exception {
    DistributedLock held = client.lock(arena.name());
    held.lock();
    for (int i = 0; i < NAMES; i++) {
      assertThat(client.lock(arena.name() + i).isHeldByCurrentThread()).isFalse();
      if (i % 10 == 0) {
        client.lock(arena.name() + i).acquire(Duration.ofSeconds(10)).close();
      }
    }
    assertThat(arena.actor().gets(() -> client.lock(arena.name()).tryLock())).isFalse();
    assertThat(held.isHeldByCurrentThread()).isTrue();
    held.unlock();
  }
}
