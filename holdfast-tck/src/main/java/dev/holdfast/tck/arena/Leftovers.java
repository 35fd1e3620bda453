package dev.holdfast.tck.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.tck.StoreUnderTest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Checks that a test has left nothing behind. What is given back in the background gets a moment.
 */
final class Leftovers {

  private final StoreUnderTest store;
  private final Set<String> atTheBeginning;

  /** Made at the beginning: what a test before left behind is its own failure. */
  Leftovers(StoreUnderTest store) {
    this.store = store;
    this.atTheBeginning = Set.copyOf(store.leftovers());
  }

  void awaitIdle(List<Actor> actors) {
    Patience.await("all threads to have ended what they did")
        .untilAsserted(() -> assertThat(actors).allMatch(Actor::isIdle, "idle"));
  }

  void awaitNothingKept() {
    Patience.await("an empty store")
        .untilAsserted(
            () ->
                assertThat(store.leftovers())
                    .filteredOn(left -> !atTheBeginning.contains(left))
                    .isEmpty());
  }

  void awaitDone(List<CompletableFuture<?>> futures) {
    Patience.await("all futures to be done")
        .untilAsserted(() -> assertThat(futures).allMatch(CompletableFuture::isDone, "done"));
  }
}
