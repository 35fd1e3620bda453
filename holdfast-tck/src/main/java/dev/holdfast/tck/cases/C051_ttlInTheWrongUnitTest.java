package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A TTL in the wrong unit is refused at the start, by a message that names unit and range. */
@ExtendWith(ContractExtension.class)
final class C051_ttlInTheWrongUnitTest {

  private final Arena arena;

  C051_ttlInTheWrongUnitTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void tinyZeroAndNegativeTtls_areRefused() {
    for (Duration ttl : List.of(Duration.ofMillis(30), Duration.ZERO, Duration.ofSeconds(-1))) {
      assertThatThrownBy(() -> LockClient.builder(arena.store().uri()).sessionTtl(ttl))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(ttl.toString())
          .hasMessageContaining("500 milliseconds");
    }
  }

  @Test
  void tinyTtlInTheAddress_isRefused() {
    String uri = arena.store().uri();
    String with = uri + (uri.contains("?") ? "&" : "?") + "ttl=30ms";
    assertThatThrownBy(() -> LockClient.connect(with))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("500 milliseconds");
  }

  @Test
  void shortestTtl_isReallyRenewed() throws Exception {
    LockClient client = arena.client(options -> options.sessionTtl(Duration.ofMillis(500)));
    Lease lease = client.lock(arena.name()).acquire(Duration.ofSeconds(5));
    assertThat(lease.remaining()).isPositive();
    lease.close();
  }
}
