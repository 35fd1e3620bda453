package dev.holdfast.engine.queue;

import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.Jitter;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one request to the store, and brings their answers back under the queue's
 * guard. Always called without it. Has no state but whether the first asking was sent.
 */
final class StoreCalls {

  private static final long RETRY_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int RETRY_DOUBLINGS_MAX = 5;

  private final LocalQueue queue;
  private final Request request;
  // What is to be sent together with others, the first time.
  private final Together.@Nullable Part part;
  private final Answers answers;
  // Confined to the one call that is in flight.
  private boolean asked;

  /** Where the answers go. Called under the queue's guard. */
  interface Answers {

    /** The session to ask on is there; or there is none, and why. */
    void onSession(@Nullable ClientSession opened, @Nullable Throwable failure, Effects effects);

    /** The store has answered an asking, or not. */
    void onAnswer(
        @Nullable RequestAnswer answer,
        @Nullable Throwable failure,
        long sentNanos,
        Effects effects);

    /** The store has answered a release, or not. */
    void onReleased(@Nullable ReleaseAnswer answer, @Nullable Throwable failure, Effects effects);

    /** The store has answered that fewer units are kept, or not. */
    void onShrunk(
        @Nullable ShrinkAnswer answer, @Nullable Throwable failure, int left, Effects effects);

    /** The store does not know the request whose bound was to be set. */
    void onNotSettled(Effects effects);

    /** The pause after a failure is over. */
    void onRetry(Effects effects);
  }

  StoreCalls(LocalQueue queue, Request request, Together.@Nullable Part part, Answers answers) {
    this.queue = queue;
    this.request = request;
    this.part = part;
    this.answers = answers;
  }

  void open() {
    CompletableFuture<ClientSession> opening = queue.home().session(request.resource());
    var unused =
        opening.whenComplete(
            (opened, failure) ->
                queue.step(effects -> answers.onSession(opened, failure, effects)));
  }

  void ask(ClientSession session) {
    // Only the first asking carries the bound: see StoreRequest.boundedFromFirstSending.
    Request sent = asked ? request.withoutLeaseTime() : request;
    asked = true;
    long sentNanos = queue.context().time().nanos();
    if (part == null
        || !part.join(session, sent, (answer, failure) -> answered(answer, failure, sentNanos))) {
      session
          .store()
          .request(sent)
          .whenComplete((answer, failure) -> answered(answer, failure, sentNanos));
    }
  }

  private void answered(
      @Nullable RequestAnswer answer, @Nullable Throwable failure, long sentNanos) {
    queue.step(effects -> answers.onAnswer(answer, failure, sentNanos, effects));
  }

  void release(ClientSession session) {
    session
        .store()
        .release(request.resource(), request.id())
        .whenComplete(
            (answer, failure) ->
                queue.step(effects -> answers.onReleased(answer, failure, effects)));
  }

  void shrink(ClientSession session, int left) {
    session
        .store()
        .shrink(request.resource(), request.id(), left)
        .whenComplete(
            (answer, failure) ->
                queue.step(effects -> answers.onShrunk(answer, failure, left, effects)));
  }

  void settle(ClientSession session, Duration leaseTime) {
    session
        .store()
        .settle(request.resource(), request.id(), leaseTime)
        .whenComplete(
            (answer, failure) -> {
              // Without an answer the bound is still kept here, by the lease's own timer.
              if (answer == SettleAnswer.NOT_HOLDING) {
                queue.step(answers::onNotSettled);
              }
            });
  }

  /** Calls back after a pause that doubles with every failure in a row, less up to half. */
  void retryLater(int failures) {
    long pause = RETRY_NANOS_MIN << Math.min(RETRY_DOUBLINGS_MAX, failures);
    long jittered =
        pause / 2 + Jitter.below(pause / 2 + 1, queue.context().time().nanos(), request.id());
    var unused = queue.context().scheduler().schedule(() -> queue.step(answers::onRetry), jittered);
  }
}
