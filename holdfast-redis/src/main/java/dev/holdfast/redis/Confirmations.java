package dev.holdfast.redis;

import dev.holdfast.StoreRefusedException;
import dev.holdfast.redis.connection.TooFewReplicasException;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.SessionListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets grants and renewals of a session count only when enough replicas have them. Does nothing
 * when none are asked for.
 *
 * <p>A grant that was pushed is not told: the store is asked for the request again, and the answer
 * is confirmed and told. So what a server has pushed that is the primary no more is never confirmed
 * by its successor. A grant that too few replicas have is released before the client hears of the
 * refusal.
 *
 * <p>A renewal that is not confirmed fails, though it has extended the session where it arrived.
 * Replicas take all writes in one order, so that whoever has a grant has the renewals before it:
 * the session lives there as long as the last confirmed renewal says.
 */
final class Confirmations {

  private static final Logger LOGGER = System.getLogger(Confirmations.class.getName());

  private final StoreParts parts;
  private final Map<RequestId, Mark> marks = new ConcurrentHashMap<>();
  private final AtomicLong renewedNanos;

  /** What is known of a request that was made and not released. */
  private static final class Mark {

    private final Runnable again;

    // Each written by one thread at a time, in the order of the answers and messages.
    private volatile boolean othersWait;
    private volatile long confirmedSequence;
    private volatile @Nullable Throwable refusal;

    /** Asks the store again, for what it says now. */
    private Mark(Runnable again) {
      this.again = again;
    }
  }

  /** For a session that is about to be opened. */
  Confirmations(StoreParts parts) {
    this.parts = parts;
    this.renewedNanos = new AtomicLong(parts.context.time().nanos());
  }

  // ---- renewals ----------------------------------------------------------------------------

  /** A renewal was answered; it counts when it is confirmed. */
  CompletionStage<RenewAnswer> renewed(SessionState at, long sentNanos, RenewAnswer answer) {
    if (!parts.confirmed || answer != RenewAnswer.RENEWED) {
      return CompletableFuture.completedFuture(answer);
    }
    return at.link()
        .confirm(parts.keys.sign())
        .thenApply(
            confirmed -> {
              renewedNanos.accumulateAndGet(sentNanos, (a, b) -> b - a > 0 ? b : a);
              return answer;
            });
  }

  /** From when the session's validity counts after an attachment, which nobody has confirmed. */
  long countsFrom(long sentNanos) {
    return parts.confirmed ? renewedNanos.get() : sentNanos;
  }

  // ---- grants ------------------------------------------------------------------------------

  /**
   * Asks for a request.
   *
   * @param ask sends it, with a lease time in milliseconds or 0, and has the answer confirmed
   */
  CompletionStage<RequestAnswer> asking(
      RedisSession session,
      Request request,
      long lease,
      LongFunction<CompletionStage<RequestAnswer>> ask) {
    if (!parts.confirmed) {
      return ask.apply(lease);
    }
    Mark mark =
        marks.computeIfAbsent(
            request.id(), id -> new Mark(() -> askAgain(session, request, () -> ask.apply(0))));
    Throwable refusal = mark.refusal;
    if (refusal != null) {
      // What was granted meanwhile was refused and released.
      mark.refusal = null;
      return CompletableFuture.failedFuture(refusal);
    }
    return ask.apply(lease);
  }

  /** A message says that the request was granted. */
  private void askAgain(
      RedisSession session, Request request, Supplier<CompletionStage<RequestAnswer>> ask) {
    SessionState asked = session.state();
    Mark mark = marks.get(request.id());
    ask.get()
        .whenComplete(
            (answer, failure) -> {
              if (mark == null || marks.get(request.id()) != mark) {
                takeBack(session, request, answer);
              } else if (answer instanceof RequestAnswer.Granted granted) {
                session
                    .events()
                    .granted(
                        () -> session.state().isAttachedLike(asked),
                        request.id(),
                        request.resource(),
                        granted.grant());
              } else if (failure != null && session.state().isAttachedLike(asked)) {
                Throwable cause = cause(failure);
                mark.refusal = cause instanceof StoreRefusedException ? cause : null;
                session.events().askAgain(request.id());
              }
            });
  }

  /** The request was released while it was asked for, and must not come to life again. */
  private static void takeBack(
      RedisSession session, Request request, @Nullable RequestAnswer answer) {
    if (answer instanceof RequestAnswer.Granted || answer instanceof RequestAnswer.Queued) {
      session
          .release(request.resource(), request.id())
          .whenComplete(
              (released, failure) -> {
                if (failure != null) {
                  LOGGER.log(Level.DEBUG, "Taking back " + request.id() + " failed", failure);
                }
              });
    }
  }

  /** The request is being released. */
  void forget(RequestId id) {
    marks.remove(id);
  }

  /**
   * The store has answered; a grant counts when it is confirmed.
   *
   * @param at what answered
   * @param release releases the request
   */
  CompletionStage<RequestAnswer> answered(
      SessionState at, RequestId id, RequestAnswer answer, Supplier<CompletionStage<?>> release) {
    if (!parts.confirmed || answer instanceof RequestAnswer.Queued) {
      return CompletableFuture.completedFuture(answer);
    }
    if (!(answer instanceof RequestAnswer.Granted granted)) {
      forget(id);
      return CompletableFuture.completedFuture(answer);
    }
    Mark mark = marks.get(id);
    if (mark != null && mark.confirmedSequence == granted.grant().sequence()) {
      return CompletableFuture.completedFuture(answer);
    }
    return at.link()
        .confirm(parts.keys.sign())
        .<CompletionStage<RequestAnswer>>handle(
            (confirmed, failure) ->
                failure == null
                    ? CompletableFuture.completedFuture(confirmed(mark, granted))
                    : refused(failure, release))
        .thenCompose(Function.identity());
  }

  private static RequestAnswer confirmed(@Nullable Mark mark, RequestAnswer.Granted granted) {
    Grant grant = granted.grant();
    if (mark == null) {
      return granted;
    }
    mark.confirmedSequence = grant.sequence();
    // Somebody may have begun to wait meanwhile, and it is told only once.
    return new RequestAnswer.Granted(
        new Grant(grant.sequence(), grant.othersWait() || mark.othersWait), granted.units());
  }

  /** What too few replicas have is given back. When nobody can tell, the client asks again. */
  private static CompletionStage<RequestAnswer> refused(
      Throwable failure, Supplier<CompletionStage<?>> release) {
    Throwable cause = cause(failure);
    if (!(cause instanceof TooFewReplicasException)) {
      return CompletableFuture.failedFuture(failure);
    }
    return release
        .get()
        .handle(
            (released, notReleased) -> {
              // If it is not released, the client releases it again when it hears of the refusal.
              throw new CompletionException(cause);
            });
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
    return cause == null ? failure : cause;
  }

  // ---- messages ----------------------------------------------------------------------------

  /** Stands before a listener, and tells it of no grant that is not confirmed. */
  SessionListener before(SessionListener listener) {
    return parts.confirmed ? new Unconfirmed(listener) : listener;
  }

  private final class Unconfirmed extends ForwardedEvents {

    private Unconfirmed(SessionListener listener) {
      super(listener);
    }

    @Override
    public void onGrant(RequestId id, ResourceId resource, Grant grant) {
      Mark mark = marks.get(id);
      if (mark == null || mark.confirmedSequence != 0) {
        // To whoever does not wait for it, it is a grant to give back, or nothing new.
        super.onGrant(id, resource, grant);
        return;
      }
      mark.again.run();
    }

    @Override
    public void onOthersWait(RequestId id) {
      Mark mark = marks.get(id);
      if (mark != null) {
        mark.othersWait = true;
      }
      super.onOthersWait(id);
    }
  }
}
