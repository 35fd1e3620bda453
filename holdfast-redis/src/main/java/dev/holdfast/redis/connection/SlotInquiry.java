package dev.holdfast.redis.connection;

import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Asks servers of a Cluster for the map of slots, one after the other, until one answers. When one
 * fails the next is asked at once; when one is slow, the next beside it.
 */
final class SlotInquiry {

  private static final Duration PATIENCE = Duration.ofMillis(300);

  private final List<Endpoint> servers;
  private final Function<Endpoint, CompletionStage<SlotMap>> question;
  private final Scheduler scheduler;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final CompletableFuture<SlotMap> end = new CompletableFuture<>();

  SlotInquiry(
      List<Endpoint> servers,
      Function<Endpoint, CompletionStage<SlotMap>> question,
      Scheduler scheduler) {
    this.servers = servers;
    this.question = question;
    this.scheduler = scheduler;
  }

  /** Begins; completes with the first answer, or when all have failed. */
  CompletionStage<SlotMap> begin() {
    askNext();
    return end;
  }

  private void askNext() {
    int index = next.getAndIncrement();
    if (index >= servers.size() || end.isDone()) {
      return;
    }
    Scheduler.Timer patience = scheduler.schedule(this::askNext, PATIENCE.toNanos());
    question
        .apply(servers.get(index))
        .whenComplete(
            (map, failure) -> {
              patience.cancel();
              if (failure == null) {
                end.complete(map);
              } else if (failed.incrementAndGet() == servers.size()) {
                end.completeExceptionally(failure);
              } else {
                askNext();
              }
            });
  }
}
