package dev.holdfast.redis.connection;

import dev.holdfast.spi.DurationText;
import dev.holdfast.spi.Scheduler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Asks servers one question each, over a connection that ends with the answer. */
final class Questions {

  private final RedisClient client;
  private final Scheduler scheduler;
  private final Duration answerMax;

  /**
   * Sends nothing yet.
   *
   * @param answerMax how long a server may take, the connection included
   */
  Questions(RedisClient client, Scheduler scheduler, Duration answerMax) {
    this.client = client;
    this.scheduler = scheduler;
    this.answerMax = answerMax;
  }

  /** Connects, asks and disconnects. */
  <T> CompletionStage<T> ask(
      RedisURI uri, Function<RedisAsyncCommands<String, String>, CompletionStage<T>> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Scheduler.Timer limit =
        scheduler.schedule(
            () ->
                answer.completeExceptionally(
                    new LinkDownException(
                        "no answer of %s:%d in %s"
                            .formatted(uri.getHost(), uri.getPort(), DurationText.of(answerMax)))),
            answerMax.toNanos());
    CompletableFuture<?> unused =
        client
            .connectAsync(TextCodec.INSTANCE, uri)
            .toCompletableFuture()
            .whenComplete(
                (connection, failure) -> {
                  if (failure != null) {
                    answer.completeExceptionally(failure);
                  } else {
                    ask(connection, question, answer);
                  }
                });
    return answer.whenComplete((done, failure) -> limit.cancel());
  }

  private static <T> void ask(
      StatefulRedisConnection<String, String> connection,
      Function<RedisAsyncCommands<String, String>, CompletionStage<T>> question,
      CompletableFuture<T> answer) {
    CompletableFuture<T> asked = answer.whenComplete((done, failure) -> disconnect(connection));
    if (asked.isDone()) {
      return;
    }
    question
        .apply(connection.async())
        .whenComplete(
            (value, failure) -> {
              if (failure != null) {
                answer.completeExceptionally(failure);
              } else {
                answer.complete(value);
              }
            });
  }

  private static void disconnect(StatefulRedisConnection<String, String> connection) {
    CompletableFuture<Void> unused = connection.closeAsync();
  }
}
