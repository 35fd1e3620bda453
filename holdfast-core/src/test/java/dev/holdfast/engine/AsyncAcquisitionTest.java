package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockNotAcquiredException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On which thread the application hears of the end of an asynchronous request. */
class AsyncAcquisitionTest {

  private static final String ADDRESS = "memory://AsyncAcquisitionTest";
  private static final Duration SHORT = Duration.ofMillis(100);

  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "the-applications-own"));
  private final LockClient client =
      LockClient.builder(ADDRESS).callbackExecutor(executor).connect();
  private final LockClient other = LockClient.connect(ADDRESS);

  @AfterEach
  void close() {
    client.close();
    other.close();
    executor.shutdownNow();
  }

  @Test
  void granted_dependentActionsRunOnTheCallbackExecutor() throws Exception {
    Lease theirs = other.lock("a").acquire();
    CompletableFuture<String> thread =
        client.lock("a").acquireAsync().thenApply(lease -> Thread.currentThread().getName());

    theirs.close();

    assertThat(thread.get(10, TimeUnit.SECONDS)).isEqualTo("the-applications-own");
  }

  @Test
  void notAcquired_dependentActionsRunOnTheCallbackExecutor() throws Exception {
    Lease theirs = other.lock("a").acquire();
    CompletableFuture<String> thread =
        client
            .lock("a")
            .acquireAsync(SHORT)
            .handle((lease, failure) -> Thread.currentThread().getName());

    assertThat(thread.get(10, TimeUnit.SECONDS)).isEqualTo("the-applications-own");
    theirs.close();
  }

  @Test
  void notAcquired_throwsLockNotAcquiredException() throws Exception {
    Lease theirs = other.lock("a").acquire();
    CompletableFuture<Lease> refused = client.lock("a").acquireAsync(SHORT);

    assertThatThrownBy(() -> refused.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(LockNotAcquiredException.class)
        .hasMessageContaining("held by holdfast");
    theirs.close();
  }
}
