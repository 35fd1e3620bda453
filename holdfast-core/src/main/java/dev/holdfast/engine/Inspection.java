package dev.holdfast.engine;

import dev.holdfast.LockView;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.ResourceId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Asks the store who holds and who waits. */
final class Inspection {

  private static final Duration SHORT = Duration.ofMillis(500);

  private Inspection() {}

  /** Asks, and waits for the answer at most a little longer than the command time-out. */
  static LockView now(HoldfastClient client, ResourceId resource) {
    client.checkOpen(resource);
    return answer(client, resource, ask(client, resource));
  }

  /** Asks how many permits a semaphore has, and waits for the answer as {@link #now} does. */
  static Optional<Permits> permits(HoldfastClient client, ResourceId semaphore) {
    client.checkOpen(semaphore);
    return answer(
        client, semaphore, client.context().store().permits(semaphore).toCompletableFuture());
  }

  private static <T> T answer(
      HoldfastClient client, ResourceId resource, CompletableFuture<T> asked) {
    long limit = client.context().store().commandTimeout().multipliedBy(2).toNanos();
    try {
      if (Blocking.await(asked, limit, client.context().time())) {
        return asked.join();
      }
    } catch (RuntimeException failure) {
      throw Failures.forCaller(Failures.of(failure, client.store()), resource);
    }
    throw new StoreUnavailableException(
        "The store " + client.store() + " did not tell who holds '" + resource.name() + "'",
        resource.name(),
        client.store(),
        null);
  }

  /** Asks for a message's sake: empty when the answer does not come soon. */
  static Optional<LockView> shortly(HoldfastClient client, ResourceId resource) {
    CompletableFuture<LockView> asked = ask(client, resource);
    try {
      if (Blocking.await(asked, SHORT.toNanos(), client.context().time())) {
        return Optional.of(asked.join());
      }
    } catch (RuntimeException failure) {
      // The message that this was for says less; what failed is said by the caller's own failure.
      return Optional.empty();
    }
    return Optional.empty();
  }

  static CompletableFuture<LockView> ask(HoldfastClient client, ResourceId resource) {
    return client.context().store().inspect(resource).toCompletableFuture();
  }
}
