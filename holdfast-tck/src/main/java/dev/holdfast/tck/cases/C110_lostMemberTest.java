package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.NotHeldException;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One lost member does not keep the others held, and what was not locked is not unlocked. */
@ExtendWith(ContractExtension.class)
@Needs(Capability.FORGET)
final class C110_lostMemberTest {

  private final Arena arena;
  private final LockClient client;
  private final LockClient other;
  private final DistributedLock locks;

  C110_lostMemberTest(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
    this.other = arena.client();
    this.locks = client.multiLock(names().stream().map(client::lock).toList());
  }

  private List<String> names() {
    return List.of(arena.name() + "-a", arena.name() + "-b", arena.name() + "-c");
  }

  @Test
  void unlock_withALostMember_namesIt_andReleasesTheOthers() throws Exception {
    String lost = names().get(1);
    assertThat(locks.tryLock(Duration.ZERO, Duration.ofSeconds(10))).isTrue();

    arena.store().forget(new ResourceId(ResourceKind.LOCK, lost));

    assertThatThrownBy(locks::unlock)
        .isInstanceOf(LockLostException.class)
        .hasMessageContaining(lost);
    for (String name : names()) {
      assertThat(other.lock(name).tryLock()).as(name).isTrue();
      other.lock(name).unlock();
    }
  }

  @Test
  void unlock_afterAFailedTryLock_touchesNothing() {
    other.lock(names().get(2)).lock();
    client.lock(names().get(0)).lock();

    assertThat(locks.tryLock()).isFalse();

    assertThatThrownBy(locks::unlock).isInstanceOf(NotHeldException.class);
    assertThat(client.lock(names().get(0)).isHeldByCurrentThread()).isTrue();
    client.lock(names().get(0)).unlock();
    other.lock(names().get(2)).unlock();
  }
}
