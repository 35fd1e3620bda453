package dev.holdfast.engine;

import dev.holdfast.HoldfastException;
import dev.holdfast.LossReason;
import dev.holdfast.PermitsNotSetException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsAnswer.Outcome;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Changes how many permits a semaphore has, in the calling thread.
 *
 * <p>A call without an answer is made again for a while, under the same id, by which the store
 * knows it again: so a change is never made twice.
 */
final class SemaphoreSettings {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final HoldfastClient client;
  private final ResourceId resource;

  SemaphoreSettings(HoldfastClient client, ResourceId resource) {
    this.client = client;
    this.resource = resource;
  }

  /** Makes a change; false if it was not to be made. */
  boolean change(Action action, int permits) {
    return changed(new PermitsChange(client.nextRequestId(), resource, action, permits)).outcome()
        == Outcome.CHANGED;
  }

  /** Adds permits; returns how many there are. */
  int add(int permits) {
    PermitsAnswer answer =
        changed(new PermitsChange(client.nextRequestId(), resource, Action.ADD, permits));
    return switch (answer.outcome()) {
      case CHANGED -> answer.permits();
      case OUT_OF_RANGE ->
          throw new IllegalArgumentException(
              Failures.title(resource)
                  + "' has "
                  + answer.permits()
                  + " permits; "
                  + permits
                  + " more would make it fewer than none or more than "
                  + Integer.MAX_VALUE
                  + ". Nothing was changed.");
      default -> throw notSet();
    };
  }

  /** The failure of whoever needs permits that nobody has set. */
  PermitsNotSetException notSet() {
    return new PermitsNotSetException(
        Failures.title(resource) + "': its permits are not set. Call trySetPermits first.",
        resource.name(),
        client.store(),
        null);
  }

  private PermitsAnswer changed(PermitsChange change) {
    client.checkOpen(resource);
    TimeSource time = client.context().time();
    long limitNanos = time.nanos() + Acquisition.graceNanos(client);
    StoreUnavailableException failure = null;
    for (long remaining = Acquisition.graceNanos(client);
        remaining > 0;
        remaining = limitNanos - time.nanos()) {
      try {
        PermitsAnswer answer = answer(change, remaining);
        if (answer != null && answer.outcome() != Outcome.GONE) {
          return answer;
        }
      } catch (StoreUnavailableException noAnswer) {
        failure = noAnswer;
        pause();
      } catch (RuntimeException refused) {
        throw Failures.forCaller(Failures.of(refused, client.store()), resource);
      }
    }
    throw unknown(failure);
  }

  /** One call; null if it has no answer in time. */
  private @Nullable PermitsAnswer answer(PermitsChange change, long waitNanos) {
    CompletableFuture<PermitsAnswer> asked =
        client
            .session(resource)
            .thenCompose(
                session ->
                    session
                        .store()
                        .changePermits(change)
                        .whenComplete((answer, failure) -> noticeEnd(session, answer)));
    return Blocking.await(asked, waitNanos, client.context().time()) ? asked.join() : null;
  }

  private static void noticeEnd(ClientSession session, @Nullable PermitsAnswer answer) {
    if (answer != null && answer.outcome() == Outcome.GONE) {
      session.lose(LossReason.STORE_SAID);
    }
  }

  private void pause() {
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    var unused = client.context().scheduler().schedule(() -> over.complete(true), PAUSE_NANOS);
    Blocking.await(over, PAUSE_NANOS, client.context().time());
  }

  private StoreUnavailableException unknown(@Nullable HoldfastException cause) {
    String detail = cause == null ? "it gave no answer in time" : cause.getMessage();
    return new StoreUnavailableException(
        Failures.title(resource)
            + "': whether the store "
            + client.store()
            + " has changed its permits is unknown: "
            + detail
            + ". Ask it with inspect() when it can be reached again.",
        resource.name(),
        client.store(),
        cause);
  }
}
