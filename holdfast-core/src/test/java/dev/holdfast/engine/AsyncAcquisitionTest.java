package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.engine.time.SystemTime;
import dev.holdfast.engine.time.TimerThread;
import dev.holdfast.spi.Scheduler;
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
  private final TimerThread timer = new TimerThread("slow-store");
  private final LockClient client =
      LockClient.builder(ADDRESS)
          .callbackExecutor(executor)
          .time(new SystemTime(), this::scheduleLate)
          .connect();
  private final LockClient other = LockClient.connect(ADDRESS);

  /** Answers never come before their caller waits for them, as from a store over a network. */
  private Scheduler.Timer scheduleLate(Runnable task, long delayNanos) {
    return timer.schedule(task, delayNanos + TimeUnit.MILLISECONDS.toNanos(20));
  }

  @AfterEach
  void close() {
    client.close();
    other.close();
    timer.close();
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
