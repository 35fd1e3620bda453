package dev.holdfast.tck.fault;

import dev.holdfast.LockView;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.Scheduler.Timer;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store behind a connection that loses, delays and breaks, within what the SPI lets a store do:
 * calls stay in order while a connection lasts, what an old connection left behind has no effect
 * once a new one is attached, and every stage completes. Thread-safe.
 */
public final class FaultyStore implements LockStore {

  private static final Duration RECONNECT_DELAY = Duration.ofMillis(10);

  /** When a call that is lost is given up, if not earlier: tests wait for it. */
  static final Duration LOST_CALL = Duration.ofMillis(500);

  private final LockStore delegate;
  private final Faults faults;
  private final StoreContext context;
  private final ReentrantLock guard = new ReentrantLock();

  // Guarded by the guard.
  private final List<FaultySession> sessions = new ArrayList<>();
  private Wire wire;
  private boolean closed;

  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();

  /**
   * Puts a bad network in front of a store.
   *
   * @param delegate the store
   * @param faults what goes wrong
   * @param context the context that the store was made with
   */
  public FaultyStore(LockStore delegate, Faults faults, StoreContext context) {
    this.delegate = delegate;
    this.faults = faults;
    this.context = context;
    this.wire = new Wire(context);
    wire.up();
  }

  @Override
  public String kind() {
    return delegate.kind();
  }

  @Override
  public String address() {
    return delegate.address();
  }

  @Override
  public String description() {
    return delegate.description();
  }

  @Override
  public int shards() {
    return delegate.shards();
  }

  @Override
  public int shardOf(ResourceId resource) {
    return delegate.shardOf(resource);
  }

  @Override
  public Duration commandTimeout() {
    return delegate.commandTimeout();
  }

  @Override
  public Optional<Duration> recordTtl() {
    return delegate.recordTtl();
  }

  @Override
  public boolean sharesUnits() {
    return delegate.sharesUnits();
  }

  @Override
  public String elsewhere() {
    return delegate.elsewhere();
  }

  @Override
  public boolean takesTogether() {
    return delegate.takesTogether();
  }

  @Override
  public CompletionStage<Void> connect() {
    return call(Call.CONNECT, "", commandTimeout(), delegate::connect);
  }

  @Override
  public CompletionStage<StoreSession> openSession(
      int shard, Duration ttl, SessionListener listener) {
    FaultySession session = new FaultySession(this, listener);
    return call(
            Call.OPEN,
            "",
            commandTimeout(),
            () -> delegate.openSession(shard, ttl, session.inner()))
        .thenApply(opened -> admit(session, opened));
  }

  private StoreSession admit(FaultySession session, StoreSession opened) {
    guard.lock();
    try {
      session.opened(opened, wire.state() == Wire.State.UP);
      sessions.add(session);
      return session;
    } finally {
      guard.unlock();
    }
  }

  @Override
  public CompletionStage<LockView> inspect(ResourceId resource) {
    return call(Call.INSPECT, resource.name(), commandTimeout(), () -> delegate.inspect(resource));
  }

  @Override
  public CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
    return call(
        Call.INSPECT, semaphore.name(), commandTimeout(), () -> delegate.permits(semaphore));
  }

  @Override
  public CompletionStage<ListPage> list(NamePattern pattern, String cursor) {
    return call(Call.LIST, "", commandTimeout(), () -> delegate.list(pattern, cursor));
  }

  @Override
  public CompletionStage<RevokeAnswer> revoke(
      ResourceId resource, long sequence, OptionalLong token, boolean force) {
    return call(
        Call.REVOKE,
        resource.name(),
        commandTimeout(),
        () -> delegate.revoke(resource, sequence, token, force));
  }

  @Override
  public CompletionStage<Void> close() {
    List<CompletableFuture<?>> left;
    guard.lock();
    try {
      closed = true;
      left = wire.cut();
      sessions.clear();
    } finally {
      guard.unlock();
    }
    left.forEach(answer -> answer.completeExceptionally(unavailable("", "the store was closed")));
    return delegate.close();
  }

  /**
   * The sessions that are open now.
   *
   * @return in the order in which they were opened
   */
  public List<StoreSession> sessions() {
    guard.lock();
    try {
      return List.copyOf(sessions);
    } finally {
      guard.unlock();
    }
  }

  /**
   * What the caller did that the SPI forbids.
   *
   * @return one text for each time
   */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  void complain(String complaint) {
    complaints.add(complaint);
  }

  /** Breaks the connection. It stays broken until {@link #reconnect}. */
  public void disconnect() {
    guard.lock();
    try {
      if (closed || wire.state() != Wire.State.UP) {
        return;
      }
      List<CompletableFuture<?>> left = wire.cut();
      wire = new Wire(context);
      for (CompletableFuture<?> answer : left) {
        wire.tell(() -> answer.completeExceptionally(unavailable("", "the connection broke")));
      }
      sessions.forEach(session -> session.detach(wire));
    } finally {
      guard.unlock();
    }
  }

  /** Connects again to the same store process, and verifies the sessions. */
  public void reconnect() {
    guard.lock();
    try {
      if (closed || wire.state() != Wire.State.DOWN) {
        return;
      }
      wire.up();
      List.copyOf(sessions).forEach(session -> session.attach(wire));
    } finally {
      guard.unlock();
    }
  }

  /**
   * Breaks the connection for a while.
   *
   * @param duration how long
   */
  public void disconnect(Duration duration) {
    disconnect();
    context.scheduler().schedule(this::reconnect, duration.toNanos());
  }

  /**
   * Breaks the connection and connects to a store process that has lost a part of what this client
   * holds and waits for: it is freed in the store, and the sessions hear of it when they have said
   * what they know.
   *
   * @param share how likely each request is lost, from 0 to 1
   */
  public void loseData(double share) {
    disconnect();
    guard.lock();
    try {
      sessions.forEach(session -> session.suspectLoss(share));
    } finally {
      guard.unlock();
    }
    context.scheduler().schedule(this::reconnect, RECONNECT_DELAY.toNanos());
  }

  /** Replaces a connection that did not answer a renewal, unless that was done already. */
  void replace(Wire silent) {
    guard.lock();
    try {
      if (wire != silent || silent.state() != Wire.State.UP) {
        return;
      }
    } finally {
      guard.unlock();
    }
    disconnect(RECONNECT_DELAY);
  }

  <T> CompletableFuture<T> call(
      Call kind, String lockName, Duration timeout, Supplier<CompletionStage<T>> send) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    guard.lock();
    try {
      if (closed) {
        return CompletableFuture.failedFuture(unavailable(lockName, "the store was closed"));
      }
      Wire used = wire;
      if (used.state() != Wire.State.UP) {
        used.tell(() -> answer.completeExceptionally(unavailable(lockName, "not connected")));
        return answer;
      }
      Fate fate = faults.ofCall(kind);
      long ticket = used.expect(answer);
      boolean lost = !fate.arrives() || !fate.answered();
      Duration patience = lost && timeout.compareTo(LOST_CALL) > 0 ? LOST_CALL : timeout;
      Timer timer =
          context
              .scheduler()
              .schedule(() -> giveUp(kind, lockName, used, answer), patience.toNanos());
      var unused = answer.whenComplete((result, failure) -> finished(used, ticket, timer));
      if (fate.arrives()) {
        used.send(() -> arrive(used, fate, answer, send), fate.there());
      }
      return answer;
    } finally {
      guard.unlock();
    }
  }

  private void giveUp(Call kind, String lockName, Wire used, CompletableFuture<?> answer) {
    if (answer.completeExceptionally(unavailable(lockName, "no answer in time"))
        && kind == Call.RENEW) {
      replace(used);
    }
  }

  private void finished(Wire used, long ticket, Timer timer) {
    timer.cancel();
    guard.lock();
    try {
      used.answered(ticket);
    } finally {
      guard.unlock();
    }
  }

  private <T> void arrive(
      Wire used, Fate fate, CompletableFuture<T> answer, Supplier<CompletionStage<T>> send) {
    if (used.state() == Wire.State.BROKEN && !stillArrives()) {
      return;
    }
    send.get()
        .whenComplete(
            (result, failure) -> {
              if (fate.answered()) {
                used.bring(() -> complete(answer, result, failure), fate.back());
              }
            });
  }

  /** What a broken connection left behind may arrive until a newer one is there. */
  private boolean stillArrives() {
    guard.lock();
    try {
      return !closed && wire.state() == Wire.State.DOWN && faults.arrivesLate();
    } finally {
      guard.unlock();
    }
  }

  private static <T> void complete(
      CompletableFuture<T> answer, @Nullable T result, @Nullable Throwable failure) {
    if (failure == null) {
      answer.complete(result);
    } else {
      boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
      answer.completeExceptionally(wrapped ? failure.getCause() : failure);
    }
  }

  StoreUnavailableException unavailable(String lockName, String why) {
    return new StoreUnavailableException(
        "The store " + address() + " is out of reach: " + why, lockName, address(), null);
  }

  /** The connection in use; for messages, which come over whichever there is. */
  Wire wire() {
    guard.lock();
    try {
      return wire;
    } finally {
      guard.unlock();
    }
  }

  void forget(FaultySession session) {
    guard.lock();
    try {
      sessions.remove(session);
    } finally {
      guard.unlock();
    }
  }

  Faults faults() {
    return faults;
  }

  StoreContext context() {
    return context;
  }
}
