package dev.holdfast.memory;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A session of a {@link MemoryStore}. The listener is called on the scheduler's thread only. */
final class MemorySession implements StoreSession {

  private final MemoryStore store;
  private final String id;
  private final Duration ttl;
  private final SessionListener listener;

  /**
   * Whether the listener is to be left alone, because the session was closed or its end was told.
   * Set inside a command or by the letter that tells; read by letters.
   */
  private volatile boolean silent;

  /** Whether the end was posted already. Touched inside commands only. */
  private boolean endPosted;

  MemorySession(MemoryStore store, String id, Duration ttl, SessionListener listener) {
    this.store = store;
    this.id = id;
    this.ttl = ttl;
    this.listener = listener;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Duration ttl() {
    return ttl;
  }

  @Override
  public CompletionStage<RenewAnswer> renew(List<Known> held) {
    return call(
        "",
        turn -> {
          RenewAnswer answer = turn.model().renew(turn.now(), id);
          Set<RequestId> missing = turn.model().missing(turn.now(), held);
          if (answer == RenewAnswer.RENEWED && !missing.isEmpty()) {
            store.post(() -> tellMissing(missing));
          }
          return answer;
        });
  }

  private void tellMissing(Set<RequestId> missing) {
    if (!silent) {
      listener.onMissing(missing);
    }
  }

  @Override
  public CompletionStage<RequestAnswer> request(Request request) {
    return call(
            request.resource().name(),
            turn -> turn.model().request(turn.now(), id, store.seen(), request))
        .thenApply(this::note);
  }

  private RequestAnswer note(RequestAnswer answer) {
    if (answer instanceof RequestAnswer.Granted granted) {
      store.saw(granted.grant().sequence());
    }
    return answer;
  }

  @Override
  public CompletionStage<LatchAnswer> latch(LatchRequest request) {
    return call(
            request.latch().name(),
            turn -> turn.model().latch(turn.now(), id, store.seen(), request))
        .thenApply(this::note);
  }

  private LatchAnswer note(LatchAnswer answer) {
    if (answer instanceof LatchAnswer.Applied applied) {
      store.saw(applied.state().round());
    } else if (answer instanceof LatchAnswer.Other other) {
      store.saw(other.state().round());
    }
    return answer;
  }

  @Override
  public CompletionStage<List<RequestAnswer>> requestTogether(
      List<Request> requests, boolean allOrNone) {
    return call(
            requests.get(0).resource().name(),
            turn -> turn.model().requestTogether(turn.now(), id, store.seen(), requests, allOrNone))
        .thenApply(
            answers -> {
              answers.forEach(this::note);
              return answers;
            });
  }

  @Override
  public CompletionStage<ReleaseAnswer> release(ResourceId resource, RequestId request) {
    return call(
        resource.name(),
        turn -> turn.model().release(turn.now(), id, store.seen(), resource, request));
  }

  @Override
  public CompletionStage<SettleAnswer> settle(
      ResourceId resource, RequestId request, Duration leaseTime) {
    return call(
        resource.name(), turn -> turn.model().settle(turn.now(), id, resource, request, leaseTime));
  }

  @Override
  public CompletionStage<ShrinkAnswer> shrink(ResourceId resource, RequestId request, int units) {
    return call(
        resource.name(),
        turn -> turn.model().shrink(turn.now(), id, store.seen(), resource, request, units));
  }

  @Override
  public CompletionStage<PermitsAnswer> changePermits(PermitsChange change) {
    return call(
        change.semaphore().name(),
        turn -> turn.model().changePermits(turn.now(), id, store.seen(), change));
  }

  @Override
  public CompletionStage<Void> acknowledge(RequestId request) {
    return call(
            "",
            turn -> {
              turn.model().acknowledge(turn.now(), id, request);
              return id;
            })
        .thenAccept(acknowledged -> {});
  }

  @Override
  public CompletionStage<Void> close() {
    return store
        .call(
            "",
            turn -> {
              silent = true;
              turn.model().close(turn.now(), id);
              store.ended(turn, id);
              return id;
            })
        .thenAccept(closed -> {});
  }

  /** Carries out a call; when it found the session ended, tells that before the answer. */
  private <T> CompletionStage<T> call(String lockName, Function<Turn, T> call) {
    return store.call(
        lockName,
        turn -> {
          T answer = call.apply(turn);
          if (!endPosted && !turn.model().isAlive(turn.now(), id)) {
            endPosted = true;
            store.ended(turn, id);
            store.post(this::end);
          }
          return answer;
        });
  }

  private void end() {
    if (!silent) {
      silent = true;
      listener.onGone();
    }
  }

  /** Called inside a command. */
  void postGrant(RequestId request, ResourceId resource, Grant grant) {
    store.post(
        () -> {
          store.saw(grant.sequence());
          if (!silent) {
            listener.onGrant(request, resource, grant);
          }
        });
  }

  /** Called inside a command. */
  void postOthersWait(RequestId request) {
    store.post(
        () -> {
          if (!silent) {
            listener.onOthersWait(request);
          }
        });
  }

  /** Called inside a command. */
  void postRefused(RequestId request) {
    store.post(
        () -> {
          if (!silent) {
            listener.onRefused(request);
          }
        });
  }

  /** Called inside a command. */
  void postLatchEnded(RequestId request, long round, LatchEnd end) {
    store.post(
        () -> {
          store.saw(round);
          if (!silent) {
            listener.onLatchEnded(request, round, end);
          }
        });
  }

  void postRevoked(Revocation revocation) {
    store.post(
        () -> {
          if (!silent) {
            listener.onRevoked(revocation);
          }
        });
  }
}
