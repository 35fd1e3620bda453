package dev.holdfast.engine;

import dev.holdfast.ClientClosedException;
import dev.holdfast.ClientStatus;
import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.LeaderElection;
import dev.holdfast.LockClient;
import dev.holdfast.LockSummary;
import dev.holdfast.LockView;
import dev.holdfast.RevokeMode;
import dev.holdfast.RevokeOutcome;
import dev.holdfast.engine.latch.LatchHome;
import dev.holdfast.engine.latch.Latches;
import dev.holdfast.engine.queue.LocalQueue;
import dev.holdfast.engine.queue.LockMode;
import dev.holdfast.engine.queue.QueueHome;
import dev.holdfast.engine.queue.ThreadHold;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.engine.session.SessionKeeper;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The client: its queues by lock name, and one session keeper per shard of the store.
 *
 * <p>A queue lives while anything of its lock is held, waited for or being released here; then it
 * retires and leaves the map, so that names which are not in use cost nothing.
 */
final class HoldfastClient implements LockClient, QueueHome, LatchHome {

  private static final Logger LOGGER = System.getLogger(HoldfastClient.class.getName());
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(3);

  private final ClientParts parts;
  private final EngineContext context;
  private final List<SessionKeeper> keepers;
  private final ConcurrentHashMap<ResourceId, LocalQueue> queues = new ConcurrentHashMap<>();
  private final RequestIds requestIds = new RequestIds();
  private final Latches latches = new Latches(this);
  private final LostHolds lostHolds = new LostHolds();
  private final ClosingTasks closingTasks = new ClosingTasks();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final LeakWatch leakWatch;
  private final ShutdownHook shutdownHook;

  HoldfastClient(ClientParts parts) {
    this.parts = parts;
    this.context = parts.context();
    List<SessionKeeper> perShard = new ArrayList<>();
    for (int shard = 0; shard < context.store().shards(); shard++) {
      perShard.add(new SessionKeeper(context, shard, parts.sessionTtl()));
    }
    this.keepers = List.copyOf(perShard);
    this.leakWatch = new LeakWatch(context, parts.sessionTtl(), queues.values());
    this.shutdownHook = ShutdownHook.install(this::close);
  }

  @Override
  public DistributedLock lock(String name) {
    LockNames.check(name);
    return lock(name, LockMode.WRITE);
  }

  private EngineLock lock(String name, LockMode mode) {
    return new EngineLock(this, new ResourceId(ResourceKind.LOCK, name), mode, LockOptions.NONE);
  }

  @Override
  public DistributedReadWriteLock readWriteLock(String name) {
    LockNames.check(name);
    checkSharing("shared locks");
    return new EngineReadWriteLock(lock(name, LockMode.READ), lock(name, LockMode.WRITE));
  }

  @Override
  public DistributedSemaphore semaphore(String name) {
    LockNames.check(name);
    checkSharing("semaphores");
    return new EngineSemaphore(
        this, new ResourceId(ResourceKind.SEMAPHORE, name), LockOptions.NONE);
  }

  private void checkSharing(String what) {
    if (!context.store().sharesUnits()) {
      String elsewhere = context.store().elsewhere();
      throw new UnsupportedOperationException(
          "The store "
              + store()
              + " has no "
              + what
              + ", only locks that are held alone"
              + (elsewhere.isEmpty() ? "" : "; " + elsewhere));
    }
  }

  @Override
  public DistributedLock multiLock(Collection<? extends DistributedLock> members) {
    return MultiLock.of(this, members);
  }

  @Override
  public LeaderElection election(String name) {
    return candidate(name, LockOptions.NONE);
  }

  @Override
  public LeaderElection election(String name, String candidate) {
    if (Objects.requireNonNull(candidate, "candidate").isEmpty()) {
      throw new IllegalArgumentException("A candidate's text must not be empty");
    }
    return candidate(name, new LockOptions(true, Optional.empty(), candidate));
  }

  private LeaderElection candidate(String name, LockOptions options) {
    LockNames.check(name);
    return new Candidate(this, new ResourceId(ResourceKind.LOCK, name), options.note());
  }

  @Override
  public DistributedCountDownLatch countDownLatch(String name) {
    LockNames.check(name);
    return new EngineLatch(this, latches, new ResourceId(ResourceKind.LATCH, name));
  }

  @Override
  public List<LockView> inspect(String name) {
    LockNames.check(name);
    return new Operator(this).inspect(name);
  }

  @Override
  public Stream<LockSummary> list(String pattern) {
    return new Operator(this).list(pattern);
  }

  @Override
  public RevokeOutcome revoke(String name, long fencingToken, RevokeMode mode, Duration wait)
      throws InterruptedException {
    LockNames.check(name);
    return new Operator(this).revoke(name, fencingToken, mode, Waits.checkedNanos(wait));
  }

  @Override
  public ClientStatus status() {
    long nowNanos = context.time().nanos();
    List<ClientStatus.Held> held = new ArrayList<>();
    List<ClientStatus.Waiting> waiting = new ArrayList<>();
    if (!closing.get()) {
      queues.values().forEach(queue -> queue.show(nowNanos, held, waiting));
    }
    return new ClientStatus(
        held,
        waiting,
        keepers.stream().flatMap(keeper -> keeper.status(nowNanos).stream()).toList());
  }

  @Override
  public String name() {
    return parts.options().clientName();
  }

  @Override
  public String store() {
    return context.store().address();
  }

  @Override
  public Duration sessionTtl() {
    return parts.sessionTtl();
  }

  /** Lets a caller into the queue of a lock; returns that queue. */
  LocalQueue enter(ResourceId resource, Waiter waiter) {
    while (true) {
      LocalQueue queue = queues.get(resource);
      if (queue == null) {
        queue = queues.computeIfAbsent(resource, id -> new LocalQueue(this, id));
      }
      if (queue.enter(waiter)) {
        return queue;
      }
      // It retired in this moment; whoever retired it removes it, but need not have done so yet.
      queues.remove(resource, queue);
    }
  }

  /** The queue of a lock, if anything of the lock is in use here. */
  @Nullable LocalQueue queue(ResourceId resource) {
    return queues.get(resource);
  }

  /** What is to be ended when the client is closed. */
  ClosingTasks closingTasks() {
    return closingTasks;
  }

  /** The options that the client was built with. */
  ClientOptions options() {
    return parts.options();
  }

  void checkOpen() {
    if (closing.get()) {
      throw new ClientClosedException("The lock client is closed", "", store(), null);
    }
  }

  void checkOpen(ResourceId resource) {
    if (closing.get()) {
      throw new ClientClosedException(
          Failures.title(resource) + "' can't be used any more: the lock client is closed",
          resource.name(),
          store(),
          null);
    }
  }

  @Override
  public EngineContext context() {
    return context;
  }

  @Override
  public CompletableFuture<ClientSession> session(ResourceId resource) {
    return keepers.get(context.store().shardOf(resource)).session();
  }

  @Override
  public RequestId nextRequestId() {
    return requestIds.next();
  }

  @Override
  public boolean closed() {
    return closing.get();
  }

  @Override
  public boolean interruptOnLoss() {
    return parts.options().interruptOnLoss();
  }

  @Override
  public void retire(LocalQueue queue) {
    queues.remove(queue.resource(), queue);
  }

  @Override
  public void remember(ThreadHold hold) {
    lostHolds.add(hold);
  }

  @Override
  public void unkept(ThreadHold hold) {
    lostHolds.remove(hold);
  }

  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    shutdownHook.remove();
    leakWatch.end();
    closingTasks.run();
    long limitNanos = context.time().nanos() + CLOSE_LIMIT.toNanos();
    List<CompletableFuture<?>> open = new ArrayList<>();
    for (LocalQueue queue : queues.values()) {
      open.addAll(queue.close());
    }
    open.addAll(latches.close());
    // Sent right behind the releases and executed after them: whatever they did not reach is free.
    List<CompletableFuture<?>> sessions = new ArrayList<>();
    keepers.forEach(keeper -> sessions.add(keeper.close()));
    long answersNanos = Math.max(limitNanos, context.time().nanos() + CLOSE_LIMIT.toNanos() / 3);
    await("closing sessions", sessions, answersNanos);
    await("releasing leases", open, answersNanos);
    await("disconnecting", List.of(context.store().close().toCompletableFuture()), answersNanos);
    parts.close();
  }

  @Override
  public String toString() {
    return "LockClient[%s at %s%s]".formatted(name(), store(), closing.get() ? ", closed" : "");
  }

  private void await(String what, List<CompletableFuture<?>> stages, long limitNanos) {
    CompletableFuture<?> all = CompletableFuture.allOf(stages.toArray(CompletableFuture[]::new));
    long remaining = limitNanos - context.time().nanos();
    try {
      if (Blocking.await(all, remaining, context.time())) {
        return;
      }
      LOGGER.log(
          Level.WARNING,
          "Closing the lock client of {0}: {1} had no answer in time; the store frees the rest"
              + " within {2}",
          store(),
          what,
          parts.sessionTtl());
    } catch (RuntimeException failure) {
      LOGGER.log(Level.WARNING, "Closing the lock client of " + store() + ": " + what, failure);
    }
  }
}
