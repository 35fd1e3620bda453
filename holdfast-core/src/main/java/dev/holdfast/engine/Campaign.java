package dev.holdfast.engine;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.HoldfastException;
import dev.holdfast.Lease;
import dev.holdfast.engine.queue.Waiter;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One campaign of a candidate, from its request to the term, or to its end without one. */
final class Campaign {

  private final Candidate candidate;
  private final PendingAcquisition pending;
  // Completed on the thread that ended the wait; no application code may hang on it.
  private final CompletableFuture<Optional<Lease>> elected = new CompletableFuture<>();

  // Both guarded by the candidate's guard.
  private boolean givenUp;
  private @Nullable LeaseHandle won;

  Campaign(Candidate candidate, PendingAcquisition pending) {
    this.candidate = candidate;
    this.pending = pending;
  }

  /** Completes with the term; empty if another led all the time; exceptionally with the cause. */
  CompletableFuture<Optional<Lease>> elected() {
    return elected;
  }

  void start() {
    boolean begun = false;
    try {
      var unused = pending.start().thenAccept(this::ended);
      begun = true;
    } finally {
      if (!begun) {
        var unused = candidate.ended(this, null);
      }
    }
    if (candidate.hasGivenUp(this)) {
      // Before there was anything to withdraw.
      pending.withdraw();
    }
  }

  private void ended(Waiter waiter) {
    switch (waiter.state()) {
      case GIVEN -> given(waiter);
      case NOT_ACQUIRED -> {
        over(AcquireOutcome.NOT_ACQUIRED);
        elected.complete(Optional.empty());
      }
      case WITHDRAWN -> {
        over(AcquireOutcome.CANCELLED);
        elected.completeExceptionally(cancelled());
      }
      default -> {
        over(AcquireOutcome.FAILED);
        HoldfastException failure = waiter.failure();
        elected.completeExceptionally(
            failure == null ? new IllegalStateException("failed without a cause") : failure);
      }
    }
  }

  private void given(Waiter waiter) {
    LeaseHandle term = new LeaseHandle(candidate.client(), waiter.lease());
    if (candidate.ended(this, term)) {
      pending.tellGranted();
      elected.complete(Optional.of(term));
    } else {
      term.giveBack();
      pending.tell(AcquireOutcome.CANCELLED);
      elected.completeExceptionally(cancelled());
    }
  }

  private void over(AcquireOutcome outcome) {
    var unused = candidate.ended(this, null);
    pending.tell(outcome);
  }

  private CancellationException cancelled() {
    return new CancellationException("The campaign for '" + candidate.name() + "' was given up");
  }

  /** Nobody waits for it any more: withdraws, or gives back what was won. */
  void giveUp() {
    LeaseHandle unwanted = candidate.givenUp(this);
    if (unwanted != null) {
      unwanted.giveBack();
    } else {
      pending.withdraw();
    }
  }

  // ---- under the candidate's guard ---------------------------------------------------------

  boolean givenUp() {
    return givenUp;
  }

  void won(LeaseHandle term) {
    won = term;
  }

  @Nullable LeaseHandle giveUpUnderGuard() {
    givenUp = true;
    return won;
  }
}
