package dev.holdfast.redis.connection;

import dev.holdfast.spi.Scheduler;
import io.lettuce.core.RedisClient;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The primary that sentinels name. It is followed when they make another server the primary. */
final class SentinelPrimaries implements Primaries {

  private static final Logger LOGGER = System.getLogger(SentinelPrimaries.class.getName());

  private final Sentinels sentinels;
  private final List<SentinelWatch> watches;
  private final Consumer<Endpoint> onPrimary;

  /**
   * Asks and listens to nobody yet.
   *
   * @param onPrimary told which server is the primary, whenever there may be news about it
   */
  SentinelPrimaries(
      Sentinels sentinels,
      RedisClient client,
      Driver driver,
      RedisOptions options,
      Scheduler scheduler,
      Consumer<Endpoint> onPrimary) {
    this.sentinels = sentinels;
    this.onPrimary = onPrimary;
    this.watches =
        options.servers().stream()
            .map(
                sentinel ->
                    new SentinelWatch(
                        client,
                        driver.sentinelUri(sentinel),
                        options.master(),
                        scheduler,
                        this::lookAgain))
            .toList();
  }

  @Override
  public CompletionStage<Endpoint> find(int shard) {
    watches.forEach(SentinelWatch::begin);
    return sentinels.primary();
  }

  @Override
  public boolean canMove() {
    return true;
  }

  private void lookAgain() {
    sentinels
        .primary()
        .whenComplete(
            (primary, failure) -> {
              if (failure != null) {
                LOGGER.log(Level.DEBUG, "Asking the sentinels failed", failure);
              } else {
                onPrimary.accept(primary);
              }
            });
  }

  @Override
  public CompletionStage<Void> close() {
    watches.forEach(SentinelWatch::close);
    return CompletableFuture.completedFuture(null);
  }
}
