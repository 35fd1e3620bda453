package dev.holdfast.engine;

import dev.holdfast.engine.session.Callbacks;
import dev.holdfast.engine.session.Failures;
import java.util.concurrent.CompletableFuture;

/** Makes futures for the application out of those of the engine. */
final class CallbackFutures {

  private CallbackFutures() {}

  /**
   * A future that completes on the callback executor.
   *
   * @param inner what the engine completes, on any of its threads
   * @param giveUp what to do when the application has cancelled the future, or completed it in
   *     another way, as orTimeout does: called at once, and again if a value comes all the same
   */
  static <T> CompletableFuture<T> of(
      CompletableFuture<T> inner, Callbacks callbacks, Runnable giveUp) {
    CompletableFuture<T> told = new CompletableFuture<>();
    var unusedEnd =
        inner.whenComplete(
            (value, failure) ->
                callbacks.run(
                    () -> {
                      if (failure != null) {
                        told.completeExceptionally(Failures.cause(failure));
                      } else if (!told.complete(value)) {
                        giveUp.run();
                      }
                    }));
    var unusedResult =
        told.whenComplete(
            (value, failure) -> {
              if (failure != null) {
                giveUp.run();
              }
            });
    return told;
  }
}
