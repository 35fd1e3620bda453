package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Fencing tokens rise over the successive leases of a name, whoever gets them and how. */
@ExtendWith(ContractExtension.class)
final class TokenContract {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final Arena arena;

  TokenContract(Arena arena) {
    this.arena = arena;
  }

  @Test
  void tokens_riseOverClientsAndThreads_handedOnOrNot() {
    List<Long> tokens = Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<Boolean>> runs = new ArrayList<>();
    for (int client = 0; client < 2; client++) {
      DistributedLock lock = arena.client().lock(arena.name());
      for (int thread = 0; thread < 3; thread++) {
        runs.add(
            arena
                .actor()
                .starts(
                    () -> {
                      for (int round = 0; round < 40; round++) {
                        lock.run(LONG, lease -> tokens.add(lease.fencingToken()));
                      }
                    }));
      }
    }
    CompletableFuture.allOf(runs.toArray(CompletableFuture[]::new)).join();
    assertThat(tokens).hasSize(240);
    for (int i = 1; i < tokens.size(); i++) {
      assertThat(tokens.get(i)).isGreaterThan(tokens.get(i - 1));
    }
  }

  @Test
  void tokens_arePositive_andRiseOverAFreshClient() throws Exception {
    long first;
    try (Lease lease = arena.client().lock(arena.name()).acquire(LONG)) {
      first = lease.fencingToken();
      assertThat(first).isPositive();
    }
    try (Lease lease = arena.client().lock(arena.name()).acquire(LONG)) {
      assertThat(lease.fencingToken()).isGreaterThan(first);
    }
  }

  @Test
  @Needs(Capability.FORGET)
  void tokens_riseOverALostRecord() throws Exception {
    Lease lease = arena.client().lock(arena.name()).acquire(LONG);
    arena.store().forget(arena.resource());
    try (Lease next = arena.client().lock(arena.name()).acquire(LONG)) {
      assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
    }
  }
}
