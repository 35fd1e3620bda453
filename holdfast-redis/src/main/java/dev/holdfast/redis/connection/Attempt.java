package dev.holdfast.redis.connection;

import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to make a link: asks where the primary is, goes there, and looks whether what is
 * stored there is ours.
 *
 * <p>A server that has stopped answering can still take connections. So while the attempt lasts, it
 * asks again where the primary is, and fails early when that is another server by now.
 */
final class Attempt {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final Primaries primaries;
  private final int shard;
  private final Scheduler scheduler;
  private final CompletableFuture<Link> end = new CompletableFuture<>();

  /** Makes the link once it is known where. */
  @FunctionalInterface
  interface Maker {

    /** Makes it. */
    CompletionStage<Link> make(Endpoint server);
  }

  Attempt(Primaries primaries, int shard, Scheduler scheduler) {
    this.primaries = primaries;
    this.shard = shard;
    this.scheduler = scheduler;
  }

  /** Begins; completes with a link that is up, or with the reason why there is none. */
  CompletionStage<Link> begin(Maker maker) {
    primaries
        .find(shard)
        .whenComplete(
            (server, failure) -> {
              if (failure != null) {
                end.completeExceptionally(failure);
              } else {
                go(server, maker);
              }
            });
    return end;
  }

  private void go(Endpoint server, Maker maker) {
    maker
        .make(server)
        .whenComplete(
            (link, failure) -> {
              if (failure != null) {
                end.completeExceptionally(failure);
              } else if (!end.complete(link)) {
                link.fail(new LinkDownException("the connection came too late"));
              }
            });
    if (primaries.canMove()) {
      lookAgainLater(server);
    }
  }

  private void lookAgainLater(Endpoint server) {
    if (!end.isDone()) {
      Scheduler.Timer unused = scheduler.schedule(() -> lookAgain(server), LOOK_AGAIN.toNanos());
    }
  }

  private void lookAgain(Endpoint server) {
    if (end.isDone()) {
      return;
    }
    primaries
        .findAgain(shard)
        .whenComplete(
            (@Nullable Endpoint now, @Nullable Throwable failure) -> {
              if (now != null && !now.equals(server)) {
                end.completeExceptionally(
                    new LinkDownException(server + " did not answer and is the primary no more"));
              } else {
                lookAgainLater(server);
              }
            });
  }
}
