package dev.holdfast.tck.fault;

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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session over a {@link FaultyStore}'s connection. The listener runs on the scheduler's thread.
 */
final class FaultySession implements StoreSession {

  private static final Duration ATTACH_AGAIN = Duration.ofMillis(50);

  private final FaultyStore store;
  private final SessionListener listener;
  private final ReentrantLock guard = new ReentrantLock();

  /** What the store may still know of this session. Guarded by the guard. */
  private final Map<RequestId, ResourceId> sent = new LinkedHashMap<>();

  /** What the store has lost and the client has not been told of. Guarded by the guard. */
  private final Set<RequestId> lost = new HashSet<>();

  /** The requests about which a call is on its way. Guarded by the guard. */
  private final Set<RequestId> inFlight = new HashSet<>();

  /**
   * What the store has lost and was not asked for again: a grant of it that is still on its way was
   * lost with it.
   */
  private final Set<RequestId> forgotten = ConcurrentHashMap.newKeySet();

  /** How much of the data the next connection finds lost; negative if the process is the same. */
  private volatile double shareLost = -1;

  /** Set once, before anyone sees the session. */
  private volatile @Nullable StoreSession delegate;

  private volatile boolean attached;

  /** Closed, or its end was told: the listener hears nothing more. */
  private volatile boolean over;

  FaultySession(FaultyStore store, SessionListener listener) {
    this.store = store;
    this.listener = listener;
  }

  void opened(StoreSession opened, boolean connected) {
    delegate = opened;
    attached = connected;
    if (!connected) {
      store.wire().tell(listener::onDetached);
    }
  }

  private StoreSession delegate() {
    StoreSession opened = delegate;
    if (opened == null) {
      throw new IllegalStateException("Not open yet");
    }
    return opened;
  }

  @Override
  public String id() {
    return delegate().id();
  }

  @Override
  public Duration ttl() {
    return delegate().ttl();
  }

  @Override
  public CompletionStage<RenewAnswer> renew(List<Known> held) {
    Duration sixth = ttl().dividedBy(6);
    Duration usual = store.commandTimeout();
    return call(
        Call.RENEW, "", sixth.compareTo(usual) < 0 ? sixth : usual, () -> delegate().renew(held));
  }

  @Override
  public CompletionStage<RequestAnswer> request(Request request) {
    if (attached) {
      guarded(
          () -> {
            sent.put(request.id(), request.resource());
            forgotten.remove(request.id());
          });
    }
    return callAbout(
            request.id(),
            Call.REQUEST,
            request.resource().name(),
            () -> delegate().request(request))
        .thenApply(
            answer -> {
              if (answer instanceof RequestAnswer.Refused) {
                guarded(() -> sent.remove(request.id()));
              }
              return answer;
            });
  }

  @Override
  public CompletionStage<LatchAnswer> latch(LatchRequest request) {
    if (attached && request instanceof LatchRequest.Await) {
      guarded(() -> sent.put(request.id(), request.latch()));
    }
    return callAbout(
        request.id(), Call.LATCH, request.latch().name(), () -> delegate().latch(request));
  }

  @Override
  public CompletionStage<List<RequestAnswer>> requestTogether(
      List<Request> requests, boolean allOrNone) {
    guarded(() -> requests.forEach(this::begin));
    return call(
            Call.TOGETHER,
            requests.get(0).resource().name(),
            store.commandTimeout(),
            () -> delegate().requestTogether(requests, allOrNone))
        .whenComplete((answers, failure) -> guarded(() -> end(requests, answers)));
  }

  private void begin(Request request) {
    if (attached) {
      sent.put(request.id(), request.resource());
      forgotten.remove(request.id());
    }
    if (!inFlight.add(request.id())) {
      store.complain("A call about " + request.id() + " is on its way already");
    }
  }

  private void end(List<Request> requests, @Nullable List<RequestAnswer> answers) {
    requests.forEach(request -> inFlight.remove(request.id()));
    if (answers == null) {
      return;
    }
    for (int i = 0; i < requests.size(); i++) {
      if (i >= answers.size() || answers.get(i) instanceof RequestAnswer.Refused) {
        sent.remove(requests.get(i).id());
      }
    }
  }

  @Override
  public CompletionStage<ReleaseAnswer> release(ResourceId resource, RequestId id) {
    return callAbout(id, Call.RELEASE, resource.name(), () -> delegate().release(resource, id))
        .thenApply(
            answer -> {
              guarded(() -> sent.remove(id));
              return answer;
            });
  }

  @Override
  public CompletionStage<SettleAnswer> settle(
      ResourceId resource, RequestId id, Duration leaseTime) {
    return call(
        Call.SETTLE,
        resource.name(),
        store.commandTimeout(),
        () -> delegate().settle(resource, id, leaseTime));
  }

  @Override
  public CompletionStage<ShrinkAnswer> shrink(ResourceId resource, RequestId id, int units) {
    return callAbout(
        id, Call.SHRINK, resource.name(), () -> delegate().shrink(resource, id, units));
  }

  @Override
  public CompletionStage<PermitsAnswer> changePermits(PermitsChange change) {
    return callAbout(
        change.id(),
        Call.PERMITS,
        change.semaphore().name(),
        () -> delegate().changePermits(change));
  }

  @Override
  public CompletionStage<Void> acknowledge(RequestId id) {
    return call(Call.ACKNOWLEDGE, "", store.commandTimeout(), () -> delegate().acknowledge(id));
  }

  @Override
  public CompletionStage<Void> close() {
    CompletionStage<Void> answer =
        call(Call.CLOSE, "", store.commandTimeout(), () -> delegate().close());
    over = true;
    store.forget(this);
    return answer;
  }

  /** A call about a request, of which the caller may have one on its way only. */
  private <T> CompletableFuture<T> callAbout(
      RequestId id, Call kind, String lockName, Supplier<CompletionStage<T>> send) {
    guarded(
        () -> {
          if (!inFlight.add(id)) {
            store.complain(kind + " sent while another call about " + id + " is on its way");
          }
        });
    return call(kind, lockName, store.commandTimeout(), send)
        .whenComplete((result, failure) -> guarded(() -> inFlight.remove(id)));
  }

  private <T> CompletableFuture<T> call(
      Call kind, String lockName, Duration timeout, Supplier<CompletionStage<T>> send) {
    if (!attached) {
      CompletableFuture<T> answer = new CompletableFuture<>();
      store
          .wire()
          .tell(
              () -> answer.completeExceptionally(store.unavailable(lockName, "not attached yet")));
      return answer;
    }
    return store.call(kind, lockName, timeout, send);
  }

  /** Whether a grant of the request that is still on its way was lost by the store. */
  boolean hasForgotten(RequestId id) {
    return forgotten.contains(id);
  }

  /** Called inside the store's guard. */
  void detach(Wire next) {
    if (attached) {
      attached = false;
      next.tell(() -> hear(listener::onDetached));
    }
  }

  /** Called inside the store's guard. */
  void suspectLoss(double share) {
    shareLost = share;
  }

  /** Verifies the session over a new connection. Called inside the store's guard. */
  void attach(Wire wire) {
    wire.bring(() -> verify(wire), Duration.ZERO);
  }

  private void verify(Wire wire) {
    if (over) {
      return;
    }
    boolean processChanged = shareLost >= 0;
    List<Known> known = processChanged ? listener.known() : List.of();
    CompletionStage<?> based = rebase(processChanged, known);
    Set<RequestId> missing = missing(known);
    long sentNanos = store.context().time().nanos();
    based
        .thenCompose(done -> delegate().renew())
        .whenComplete(
            (answer, failure) ->
                wire.bring(
                    () -> verified(wire, sentNanos, processChanged, missing, answer),
                    store.faults().ofMessage().delay()));
  }

  private Set<RequestId> missing(List<Known> known) {
    Set<RequestId> missing = new HashSet<>();
    guarded(() -> known.stream().map(Known::id).filter(lost::contains).forEach(missing::add));
    return missing;
  }

  /** Frees in the store what it has lost, and what the client does not know. */
  private CompletableFuture<?> rebase(boolean processChanged, List<Known> known) {
    if (!processChanged) {
      return CompletableFuture.completedFuture(null);
    }
    Set<RequestId> keep = new HashSet<>();
    Map<RequestId, ResourceId> free = new LinkedHashMap<>();
    guarded(
        () -> {
          for (Known request : known) {
            if (lost.contains(request.id())) {
              continue;
            }
            if (store.faults().happens(shareLost)) {
              if (request.held()) {
                lost.add(request.id());
              }
              free.put(request.id(), request.resource());
            } else {
              keep.add(request.id());
            }
          }
          free.putAll(sent);
          free.keySet().removeAll(keep);
          sent.keySet().retainAll(keep);
          forgotten.addAll(free.keySet());
        });
    return CompletableFuture.allOf(
        free.entrySet().stream()
            .map(entry -> delegate().release(entry.getValue(), entry.getKey()))
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new));
  }

  private void verified(
      Wire wire,
      long sentNanos,
      boolean processChanged,
      Set<RequestId> missing,
      @Nullable RenewAnswer answer) {
    if (answer == null) {
      store.context().scheduler().schedule(() -> attach(wire), ATTACH_AGAIN.toNanos());
    } else if (answer == RenewAnswer.GONE) {
      end();
    } else if (!over) {
      guarded(lost::clear);
      shareLost = -1;
      attached = true;
      listener.onAttached(sentNanos, processChanged, missing);
    }
  }

  /** The store has ended it. */
  void end() {
    if (!over) {
      over = true;
      store.forget(this);
      listener.onGone();
    }
  }

  /** Tells the listener, unless it hears nothing more. */
  void hear(Runnable news) {
    if (!over) {
      news.run();
    }
  }

  private void guarded(Runnable change) {
    guard.lock();
    try {
      change.run();
    } finally {
      guard.unlock();
    }
  }

  /** What the store behind is told to call: each message takes its chances on the way. */
  SessionListener inner() {
    return new FaultyMessages(store, listener, this);
  }
}
