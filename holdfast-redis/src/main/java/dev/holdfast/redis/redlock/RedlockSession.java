package dev.holdfast.redis.redlock;

import dev.holdfast.redis.connection.Serial;
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
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The leases that one client has at one time. The nodes know of no sessions: each lock expires by
 * itself, and a renewal of the session extends every lease of it. It is confirmed only when each
 * was extended on a quorum, or is reported as lost, so that the session's validity is that of all.
 */
final class RedlockSession implements StoreSession {

  private final RedlockParts parts;
  private final String id;
  private final Duration ttl;
  private final SessionListener listener;
  private final Serial events = new Serial();
  private final Map<RequestId, Claim> claims = new ConcurrentHashMap<>();
  private final AtomicLong renewalSentNanos;
  private volatile boolean ended;

  RedlockSession(RedlockParts parts, String id, Duration ttl, SessionListener listener) {
    this.parts = parts;
    this.id = id;
    this.ttl = ttl;
    this.listener = listener;
    this.renewalSentNanos = new AtomicLong(parts.now());
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Duration ttl() {
    return ttl;
  }

  /** When the last renewal was sent, confirmed or not. */
  long renewalSentNanos() {
    return renewalSentNanos.get();
  }

  @Override
  public CompletionStage<RenewAnswer> renew(List<Known> held) {
    if (ended) {
      return CompletableFuture.completedFuture(RenewAnswer.GONE);
    }
    renewalSentNanos.accumulateAndGet(
        parts.now(), (before, now) -> now - before > 0 ? now : before);
    Set<RequestId> lost = ConcurrentHashMap.newKeySet();
    List<CompletableFuture<Void>> renewals = new ArrayList<>();
    for (Claim claim : claims.values()) {
      renewals.add(
          claim
              .renew()
              .thenAccept(
                  renewed -> {
                    if (renewed == Claim.Renewed.LOST) {
                      lost.add(claim.request().id());
                    }
                  }));
    }
    CompletableFuture<RenewAnswer> answer = new CompletableFuture<>();
    var unused =
        CompletableFuture.allOf(renewals.toArray(CompletableFuture<?>[]::new))
            .whenComplete((done, failure) -> events.run(() -> renewed(answer, lost, failure)));
    return answer;
  }

  private void renewed(
      CompletableFuture<RenewAnswer> answer, Set<RequestId> lost, @Nullable Throwable failure) {
    if (!lost.isEmpty() && !ended) {
      listener.onMissing(new HashSet<>(lost));
    }
    if (failure == null) {
      answer.complete(RenewAnswer.RENEWED);
    } else {
      answer.completeExceptionally(failure);
    }
  }

  @Override
  public CompletionStage<RequestAnswer> request(Request request) {
    String name = request.resource().name();
    if (ended) {
      return CompletableFuture.completedFuture(new RequestAnswer.Gone());
    }
    if (request.fair()) {
      return refused("queue, and so no strict order", name);
    }
    if (request.units() != Request.ALL) {
      return refused("shared locks and no semaphores", name);
    }
    parts.key(name);
    Claim claim = claims.computeIfAbsent(request.id(), same -> new Claim(parts, this, request));
    CompletableFuture<RequestAnswer> answer = claim.ask();
    if (ended) {
      // It was closed meanwhile and may not have seen this one.
      var unused = claim.release();
    }
    return answer;
  }

  private <T> CompletionStage<T> refused(String what, String lockName) {
    return CompletableFuture.failedFuture(
        RedlockParts.unsupported(what, lockName, parts.options().toString()));
  }

  @Override
  public CompletionStage<LatchAnswer> latch(LatchRequest request) {
    return refused("latches", request.latch().name());
  }

  @Override
  public CompletionStage<ReleaseAnswer> release(ResourceId resource, RequestId request) {
    Claim claim = claims.get(request);
    if (claim != null) {
      return claim.release();
    }
    return CompletableFuture.completedFuture(
        new ReleaseAnswer(
            ended ? ReleaseAnswer.Outcome.GONE : ReleaseAnswer.Outcome.NOT_HOLDING, false));
  }

  @Override
  public CompletionStage<SettleAnswer> settle(
      ResourceId resource, RequestId request, Duration leaseTime) {
    Claim claim = claims.get(request);
    if (claim == null) {
      return CompletableFuture.completedFuture(SettleAnswer.NOT_HOLDING);
    }
    claim.settle(leaseTime);
    return CompletableFuture.completedFuture(SettleAnswer.SETTLED);
  }

  @Override
  public CompletionStage<ShrinkAnswer> shrink(ResourceId resource, RequestId request, int units) {
    return refused("shared locks", resource.name());
  }

  @Override
  public CompletionStage<PermitsAnswer> changePermits(PermitsChange change) {
    return refused("semaphores", change.semaphore().name());
  }

  @Override
  public CompletionStage<Void> acknowledge(RequestId request) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<Void> close() {
    ended = true;
    List<CompletableFuture<?>> releases = new ArrayList<>();
    claims.values().forEach(claim -> releases.add(claim.release()));
    return CompletableFuture.allOf(releases.toArray(CompletableFuture<?>[]::new));
  }

  // ---- what claims tell ------------------------------------------------------------------------

  void granted(Request request, Grant grant) {
    tell(() -> listener.onGrant(request.id(), request.resource(), grant));
  }

  void askAgain(RequestId request) {
    tell(() -> listener.onRefused(request));
  }

  private void tell(Runnable event) {
    events.run(
        () -> {
          if (!ended) {
            event.run();
          }
        });
  }

  void forget(Claim claim) {
    claims.remove(claim.request().id(), claim);
  }
}
