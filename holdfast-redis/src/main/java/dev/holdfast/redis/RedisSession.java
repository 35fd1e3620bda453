package dev.holdfast.redis;

import dev.holdfast.HoldfastException;
import dev.holdfast.redis.SessionState.Phase;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.layout.LockKeys;
import dev.holdfast.redis.layout.PartyText;
import dev.holdfast.redis.script.AcknowledgeRevocation;
import dev.holdfast.redis.script.CloseSession;
import dev.holdfast.redis.script.ReleaseLock;
import dev.holdfast.redis.script.RequestLock;
import dev.holdfast.redis.script.RequestLock.Patience;
import dev.holdfast.redis.script.RequestLock.Units;
import dev.holdfast.redis.script.SettleLock;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * A session in Redis: sends the calls about it over the link that it is attached to.
 *
 * <p>Nothing but an attachment is sent while it is not attached. Every call carries the number of
 * its link, so that one which arrives after a newer link was attached is refused by the script.
 */
final class RedisSession implements StoreSession {

  private final StoreParts parts;
  private final Duration ttl;
  private final SessionEvents events;
  private final Confirmations confirmations;
  private final AtomicReference<SessionState> state;
  private final RenewalCalls renewalCalls;
  private final UnitCalls unitCalls;
  private final LatchCalls latchCalls;
  private final TogetherCalls togetherCalls;

  RedisSession(
      StoreParts parts,
      Duration ttl,
      SessionEvents events,
      Confirmations confirmations,
      SessionState opening) {
    this.parts = parts;
    this.ttl = ttl;
    this.events = events;
    this.confirmations = confirmations;
    this.state = new AtomicReference<>(opening);
    this.renewalCalls = new RenewalCalls(parts, this, confirmations);
    this.unitCalls = new UnitCalls(parts, this);
    this.latchCalls = new LatchCalls(parts, this);
    this.togetherCalls = new TogetherCalls(parts, this);
  }

  @Override
  public String id() {
    return state().id();
  }

  @Override
  public Duration ttl() {
    return ttl;
  }

  SessionEvents events() {
    return events;
  }

  Confirmations confirmations() {
    return confirmations;
  }

  @Override
  public CompletionStage<RenewAnswer> renew(List<Known> held) {
    return renewalCalls.renew(held);
  }

  @Override
  public CompletionStage<RequestAnswer> request(Request request) {
    Units units = UnitCalls.of(request);
    boolean waits = request.mayWait() && units != Units.FREE;
    Patience patience = waits ? request.fair() ? Patience.FAIR : Patience.WAIT : Patience.ONCE;
    LockKeys keys = parts.keys.lock(request.resource());
    long lease = request.leaseTime().map(LeaseMillis::of).orElse(0L);
    String about = PartyText.ofRequest(request.thread(), request.note());
    return confirmations.asking(
        this, request, lease, bound -> ask(request, keys, units, bound, patience, about));
  }

  private CompletionStage<RequestAnswer> ask(
      Request request, LockKeys keys, Units units, long lease, Patience patience, String about) {
    String id = request.id().value();
    return this.<RequestAnswer>call(
        request.resource().name(),
        new RequestAnswer.Gone(),
        now ->
            RequestLock.call(now.link(), keys, now.caller(), id, units, lease, patience, about)
                .thenCompose(
                    answer ->
                        answer == RequestLock.Answer.Plain.MORE
                            ? ask(request, keys, units, lease, patience, about)
                            : confirmations.answered(
                                now,
                                request.id(),
                                asked(now, request.resource(), answer),
                                () -> release(request.resource(), keys, request.id(), false))));
  }

  private RequestAnswer asked(SessionState at, ResourceId resource, RequestLock.Answer answer) {
    if (answer instanceof RequestLock.Answer.Granted granted) {
      parts.saw(granted.sequence());
      return new RequestAnswer.Granted(new Grant(granted.sequence(), granted.othersWait()));
    }
    if (answer instanceof RequestLock.Answer.Shared shared) {
      parts.saw(shared.sequence());
      return new RequestAnswer.Granted(
          new Grant(shared.sequence(), shared.othersWait()), shared.units());
    }
    if (answer instanceof RequestLock.Answer.TooLarge large) {
      return new RequestAnswer.TooLarge(large.permits());
    }
    if (answer instanceof RequestLock.Answer.Queued queued) {
      return new RequestAnswer.Queued(queued.place(), queued.holderRemaining());
    }
    return switch ((RequestLock.Answer.Plain) answer) {
      case REFUSED -> new RequestAnswer.Refused();
      case NOT_SET -> new RequestAnswer.NotSet();
      case GONE -> {
        gone(at);
        yield new RequestAnswer.Gone();
      }
      case EXHAUSTED -> throw parts.errors.exhausted(resource.name());
      case STALE -> throw stale(resource.name());
      case MORE -> throw new IllegalStateException("Handled before");
    };
  }

  @Override
  public CompletionStage<List<RequestAnswer>> requestTogether(
      List<Request> requests, boolean allOrNone) {
    return togetherCalls.request(requests, allOrNone);
  }

  @Override
  public CompletionStage<LatchAnswer> latch(LatchRequest request) {
    return latchCalls.ask(request);
  }

  @Override
  public CompletionStage<ReleaseAnswer> release(ResourceId resource, RequestId id) {
    if (resource.kind() == ResourceKind.LATCH) {
      return latchCalls.leave(resource, id);
    }
    confirmations.forget(id);
    return release(resource, parts.keys.lock(resource), id, false);
  }

  private CompletionStage<ReleaseAnswer> release(
      ResourceId resource, LockKeys keys, RequestId id, boolean foundBefore) {
    if (state().ended()) {
      return releasedAfterEnd(resource);
    }
    return call(
        resource.name(),
        new ReleaseAnswer(ReleaseAnswer.Outcome.GONE, false),
        now ->
            ReleaseLock.call(now.link(), keys, now.caller(), id.value())
                .thenCompose(answer -> released(now, resource, keys, id, foundBefore, answer)));
  }

  private CompletionStage<ReleaseAnswer> released(
      SessionState at,
      ResourceId resource,
      LockKeys keys,
      RequestId id,
      boolean foundBefore,
      ReleaseLock.Answer answer) {
    if (answer instanceof ReleaseLock.Answer.Done done) {
      boolean found = foundBefore || done.found();
      if (done.after() == ReleaseLock.After.MORE) {
        return release(resource, keys, id, found);
      }
      return CompletableFuture.completedFuture(
          new ReleaseAnswer(
              found ? ReleaseAnswer.Outcome.RELEASED : ReleaseAnswer.Outcome.NOT_HOLDING,
              done.after() == ReleaseLock.After.HELD));
    }
    if (answer == ReleaseLock.Answer.Plain.STALE) {
      throw stale(resource.name());
    }
    gone(at);
    return releasedAfterEnd(resource);
  }

  /** What hung on the session has no force; it is left to tell whether somebody else has it. */
  private CompletionStage<ReleaseAnswer> releasedAfterEnd(ResourceId resource) {
    return parts
        .inspect(resource)
        .thenApply(
            view -> new ReleaseAnswer(ReleaseAnswer.Outcome.GONE, !view.holders().isEmpty()));
  }

  @Override
  public CompletionStage<SettleAnswer> settle(
      ResourceId resource, RequestId id, Duration leaseTime) {
    LockKeys keys = parts.keys.lock(resource);
    return call(
        resource.name(),
        SettleAnswer.NOT_HOLDING,
        now ->
            SettleLock.call(now.link(), keys, now.caller(), id.value(), LeaseMillis.of(leaseTime))
                .thenApply(
                    answer ->
                        switch (answer) {
                          case SETTLED -> SettleAnswer.SETTLED;
                          case NOT_HOLDING -> SettleAnswer.NOT_HOLDING;
                          case GONE -> {
                            gone(now);
                            yield SettleAnswer.NOT_HOLDING;
                          }
                          case STALE -> throw stale(resource.name());
                        }));
  }

  @Override
  public CompletionStage<ShrinkAnswer> shrink(ResourceId resource, RequestId id, int units) {
    return unitCalls.shrink(resource, id, units);
  }

  @Override
  public CompletionStage<PermitsAnswer> changePermits(PermitsChange change) {
    return unitCalls.changePermits(change);
  }

  @Override
  public CompletionStage<Void> acknowledge(RequestId id) {
    return this.<AcknowledgeRevocation.Answer>call(
            "",
            AcknowledgeRevocation.Answer.GONE,
            now -> AcknowledgeRevocation.call(now.link(), parts.keys, now.caller(), id.value()))
        .thenAccept(
            answer -> {
              if (answer == AcknowledgeRevocation.Answer.STALE) {
                throw stale("");
              }
            });
  }

  @Override
  public CompletionStage<Void> close() {
    events.silence();
    SessionState before = state.getAndUpdate(now -> now.to(Phase.ENDED));
    parts.channels.remove(parts.keys.channel(before.id()));
    if (before.ended()) {
      return CompletableFuture.completedFuture(null);
    }
    if (before.phase() != Phase.ATTACHED) {
      return CompletableFuture.failedFuture(parts.detached(""));
    }
    CompletionStage<Void> closed =
        explained("", CloseSession.call(before.link(), parts.keys, before.caller()))
            .thenAccept(
                answer -> {
                  if (answer == CloseSession.Answer.STALE) {
                    throw stale("");
                  }
                });
    before.link().unsubscribe(parts.keys.channel(before.id()));
    return closed;
  }

  /** Calls over the present link; when the session has ended, the answer is known. */
  <T> CompletionStage<T> call(
      String lockName, T ifEnded, Function<SessionState, CompletionStage<T>> call) {
    SessionState now = state();
    return switch (now.phase()) {
      case ATTACHED -> explained(lockName, call.apply(now));
      case ENDED -> CompletableFuture.completedFuture(ifEnded);
      default -> CompletableFuture.failedFuture(parts.detached(lockName));
    };
  }

  private <T> CompletionStage<T> explained(String lockName, CompletionStage<T> answer) {
    return answer.handle(
        (value, failure) -> {
          if (failure != null) {
            throw new CompletionException(parts.errors.of(failure, lockName));
          }
          return value;
        });
  }

  HoldfastException stale(String lockName) {
    return parts.errors.unavailable("answers over another connection by now", lockName, null);
  }

  SessionState state() {
    return Objects.requireNonNull(state.get());
  }

  /** Moves on from a state if it still is the present one. */
  boolean move(SessionState from, SessionState to) {
    return state.compareAndSet(from, to);
  }

  /** The store has said that the session which was asked about has ended. */
  void gone(SessionState asked) {
    while (true) {
      SessionState now = state();
      if (now.ended() || !now.id().equals(asked.id())) {
        return;
      }
      if (state.compareAndSet(now, now.to(Phase.ENDED))) {
        String channel = parts.keys.channel(now.id());
        parts.channels.remove(channel);
        now.link().unsubscribe(channel);
        events.gone();
        return;
      }
    }
  }

  /** A link is up. */
  void onUp(Link link) {
    while (true) {
      SessionState now = state();
      if (now.ended() || now.phase() == Phase.OPENING || link.epoch() <= now.link().epoch()) {
        return;
      }
      SessionState attaching = now.attachingTo(link);
      if (state.compareAndSet(now, attaching)) {
        if (now.phase() == Phase.ATTACHED) {
          events.detached();
        }
        new Attachment(parts, this, ttl).begin(attaching);
        return;
      }
    }
  }

  /** A link is down. */
  void onDown(Link link) {
    while (true) {
      SessionState now = state();
      if (now.ended() || now.phase() == Phase.DETACHED || now.link() != link) {
        return;
      }
      SessionState next = now.to(now.phase() == Phase.OPENING ? Phase.ENDED : Phase.DETACHED);
      if (state.compareAndSet(now, next)) {
        if (now.phase() == Phase.ATTACHED) {
          events.detached();
        }
        return;
      }
    }
  }
}
