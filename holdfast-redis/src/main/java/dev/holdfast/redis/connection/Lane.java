package dev.holdfast.redis.connection;

import dev.holdfast.spi.DurationText;
import dev.holdfast.spi.StoreContext;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the driver, whose every call completes: with the answer, or when the connection
 * ends.
 *
 * <p>The order matters for calls that are made at the very moment of the end: first the lane is
 * marked, then the driver is closed, which fails whatever it has; a call looks at the mark after it
 * has been handed to the driver.
 */
final class Lane {

  private final StatefulRedisConnection<String, String> connection;
  private final SilenceWatch watch;
  private final Consumer<Throwable> onFailure;
  private final AtomicReference<@Nullable Throwable> down = new AtomicReference<>();

  /**
   * Takes over a connection.
   *
   * @param onFailure told what is wrong with the connection; ends it then
   */
  Lane(
      StatefulRedisConnection<String, String> connection,
      StoreContext context,
      Duration timeout,
      Consumer<Throwable> onFailure) {
    this.connection = connection;
    this.onFailure = onFailure;
    this.watch =
        new SilenceWatch(
            context.scheduler(),
            context.time(),
            timeout,
            () ->
                onFailure.accept(
                    new LinkDownException("no answer in " + DurationText.of(timeout))));
  }

  /** Takes the answer to a command, or why there is none. Only the first call of it counts. */
  @FunctionalInterface
  interface Answer<T> {

    /** One of the two is there, and the other null. */
    void accept(@Nullable T value, @Nullable Throwable failure);

    /** Completes a future. */
    static <T> Answer<T> to(CompletableFuture<T> future) {
      return (value, failure) -> {
        if (failure == null) {
          future.complete(value);
        } else {
          future.completeExceptionally(failure);
        }
      };
    }
  }

  /** Sends a command. */
  <T> CompletableFuture<T> call(Supplier<RedisFuture<T>> command) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    call(Answer.to(answer), command, null);
    return answer;
  }

  /** Sends a command; if the server does not know the script, which then did nothing, its text. */
  <T> void call(
      Answer<T> answer,
      Supplier<RedisFuture<T>> command,
      @Nullable Supplier<RedisFuture<T>> ifUnknown) {
    Throwable before = down.get();
    if (before != null) {
      answer.accept(null, before);
      return;
    }
    watch.sending();
    command
        .get()
        .whenComplete(
            (value, failure) -> {
              watch.answered();
              if (failure == null) {
                answer.accept(value, null);
              } else if (failure instanceof RedisNoScriptException && ifUnknown != null) {
                call(answer, ifUnknown, null);
              } else {
                answer.accept(null, failed(failure));
              }
            });
    Throwable after = down.get();
    if (after != null) {
      answer.accept(null, after);
    }
  }

  /**
   * Looks at what came instead of an answer. Where it is not an error of the server, the next
   * answer could be given to the wrong command; and a replica can't serve us, but whoever has its
   * address after it may.
   */
  private Throwable failed(Throwable failure) {
    if (failure instanceof RedisCommandExecutionException && !RedisErrors.isReplica(failure)) {
      return failure;
    }
    onFailure.accept(failure);
    Throwable why = down.get();
    return why == null || failure instanceof RedisCommandExecutionException ? failure : why;
  }

  /** Whether it was ended. */
  boolean isDown() {
    return down.get() != null;
  }

  /** Marks the lane and closes its connection. Only the first call counts. */
  CompletableFuture<Void> end(Throwable why) {
    if (!down.compareAndSet(null, why)) {
      return CompletableFuture.completedFuture(null);
    }
    watch.end();
    return connection.closeAsync();
  }
}
