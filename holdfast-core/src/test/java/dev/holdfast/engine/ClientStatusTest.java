package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.holdfast.ClientStatus;
import dev.holdfast.ClientStatus.Held;
import dev.holdfast.ClientStatus.Waiting;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a client says of itself without asking the store. */
class ClientStatusTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void heldAndWaited_areShown_andGoneAfterwards() throws Exception {
    try (LockClient client = LockClient.connect("memory://ClientStatusTest")) {
      assertThat(client.status().sessions()).isEmpty();
      assertThat(client.status().validity()).isEmpty();
      Lease lease = client.lock("a").note("why").acquire(LONG);
      CompletableFuture<Lease> next = client.lock("a").acquireAsync(LONG);

      ClientStatus status = client.status();

      assertThat(status.held()).hasSize(1);
      Held held = status.held().get(0);
      assertThat(held.name()).isEqualTo("a");
      assertThat(held.kind()).isEqualTo(LockKind.LOCK);
      assertThat(held.exclusive()).isTrue();
      assertThat(held.fencingToken()).isEqualTo(lease.fencingToken());
      assertThat(held.note()).isEqualTo("why");
      assertThat(held.thread()).isEqualTo(Thread.currentThread().getName());
      assertThat(held.remaining()).isPositive();
      assertThat(status.waiting()).containsExactly(new Waiting(LockKind.LOCK, "a", 1));
      assertThat(status.sessions()).hasSize(1);
      assertThat(status.sessions().get(0).suspect()).isFalse();
      assertThat(status.sessions().get(0).attached()).isTrue();
      assertThat(status.validity()).contains(status.sessions().get(0).remaining());
      lease.close();
      next.join().close();
      await().atMost(LONG).until(() -> client.status().held().isEmpty());
      assertThat(client.status().waiting()).isEmpty();
    }
  }

  @Test
  void sharedAndBounded_areShownWhileValid() throws Exception {
    try (LockClient client = LockClient.connect("memory://ClientStatusTest-shared")) {
      DistributedSemaphore permits = client.semaphore("s");
      permits.trySetPermits(3);
      try (var two = permits.acquire(2, LONG)) {
        assertThat(client.status().held())
            .extracting(Held::kind, Held::exclusive)
            .containsExactly(tuple(LockKind.SEMAPHORE, false));
      }
      Lease bounded = client.lock("b").leaseTime(Duration.ofMillis(100)).acquire(LONG);
      await().atMost(LONG).until(() -> client.status().held().isEmpty());
      assertThat(bounded.isHeld()).isFalse();
    }
  }

  @Test
  void closedClient_hasNothing() throws Exception {
    LockClient client = LockClient.connect("memory://ClientStatusTest-closed");
    Lease lease = client.lock("a").acquire(LONG);
    client.close();

    assertThat(client.status()).isEqualTo(new ClientStatus(List.of(), List.of(), List.of()));
    assertThat(lease.isHeld()).isFalse();
  }
}
