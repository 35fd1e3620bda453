package dev.holdfast.tck.arena;

import dev.holdfast.LockView;
import dev.holdfast.engine.time.SystemTime;
import dev.holdfast.engine.time.TimerThread;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.tck.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A store's client without an engine: one session, whose calls wait for their answers. Nothing is
 * renewed, repeated or released unless the test does it.
 */
public final class Visitor implements AutoCloseable {

  private final String name;
  private final TimerThread timer;
  private final LockStore store;
  private final SessionLog log = new SessionLog();
  private final StoreSession session;
  private final ResourceId resource;
  private final List<Ask> asks = new CopyOnWriteArrayList<>();
  private final AtomicBoolean left = new AtomicBoolean();

  Visitor(String uri, String name, Duration ttl, ResourceId resource) {
    this.name = name;
    this.resource = resource;
    timer = new TimerThread("holdfast-visitor-" + name);
    store = Stores.create(uri, new StoreContext(name, "tck-host", 4711, new SystemTime(), timer));
    await(store.connect());
    session = await(store.openSession(store.shardOf(resource), ttl, log));
  }

  /**
   * Waits for an answer.
   *
   * @param <T> the answer
   * @param stage what is to complete
   * @return the answer
   */
  public static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(failed.getCause());
    } catch (TimeoutException hangs) {
      throw new AssertionError("No answer from the store", hangs);
    } catch (InterruptedException interrupted) {
      throw new AssertionError("Interrupted", interrupted);
    }
  }

  /**
   * The lock that this visitor's short words are about.
   *
   * @return the resource
   */
  public ResourceId resource() {
    return resource;
  }

  /**
   * What the store told.
   *
   * @return the log
   */
  public SessionLog log() {
    return log;
  }

  /**
   * The store.
   *
   * @return the store
   */
  public LockStore store() {
    return store;
  }

  /**
   * The session.
   *
   * @return the session
   */
  public StoreSession session() {
    return session;
  }

  /**
   * The latch of the same name.
   *
   * @return for short words about it
   */
  public LatchVisit latch() {
    return new LatchVisit(this, new ResourceId(ResourceKind.LATCH, resource.name()));
  }

  /**
   * Asks for the lock with a fresh request that may wait.
   *
   * @return the request, for the calls about it
   */
  public Ask ask() {
    return made(new Ask(this, true, false, null));
  }

  /**
   * Asks with a fresh request that is served strictly in order.
   *
   * @return the request
   */
  public Ask askFair() {
    return made(new Ask(this, true, true, null));
  }

  /**
   * Asks with a fresh request that may not wait.
   *
   * @return the request
   */
  public Ask askAtOnce() {
    return made(new Ask(this, false, false, null));
  }

  /**
   * Asks with a fresh request for a bounded lease.
   *
   * @param leaseTime the bound
   * @return the request
   */
  public Ask askFor(Duration leaseTime) {
    return made(new Ask(this, true, false, leaseTime));
  }

  /**
   * Asks for units with a fresh request that may wait.
   *
   * @param units how many
   * @return the request
   */
  public Ask ask(int units) {
    return made(new Ask(this, units, true, false, null));
  }

  /**
   * Asks for units with a fresh request that may not wait.
   *
   * @param units how many
   * @return the request
   */
  public Ask askAtOnce(int units) {
    return made(new Ask(this, units, false, false, null));
  }

  /**
   * Asks for units with a fresh request, for a bounded lease.
   *
   * @param units how many
   * @param leaseTime the bound
   * @return the request
   */
  public Ask askFor(int units, Duration leaseTime) {
    return made(new Ask(this, units, true, false, leaseTime));
  }

  /**
   * Changes the permits of the semaphore, by a change of its own.
   *
   * @param action what to do
   * @param permits with which number
   * @return the answer
   */
  public PermitsAnswer change(Action action, int permits) {
    return await(session.changePermits(new PermitsChange(freshId(), resource, action, permits)));
  }

  /**
   * Looks at the permits of the semaphore.
   *
   * @return the permits; empty when none are set
   */
  public Optional<Permits> permits() {
    return await(store.permits(resource));
  }

  /**
   * Renews the session.
   *
   * @return the answer
   */
  public RenewAnswer renew() {
    return await(session.renew());
  }

  /**
   * Looks at the lock.
   *
   * @return the view
   */
  public LockView inspect() {
    return await(store.inspect(resource));
  }

  /**
   * Has the holder of the lock give up whatever lease it has under a grant.
   *
   * @param sequence the grant's sequence
   * @return the answer
   */
  public RevokeAnswer revoke(long sequence) {
    return await(store.revoke(resource, sequence, OptionalLong.empty(), false));
  }

  RequestAnswer send(Request request) {
    return await(session.request(request));
  }

  ReleaseAnswer release(RequestId id) {
    return await(session.release(resource, id));
  }

  void acknowledge(RequestId id) {
    await(session.acknowledge(id));
  }

  SettleAnswer settle(RequestId id, Duration leaseTime) {
    return await(session.settle(resource, id, leaseTime));
  }

  ShrinkAnswer shrink(RequestId id, int units) {
    return await(session.shrink(resource, id, units));
  }

  void awaitRefusal(RequestId id) {
    Patience.await("the message that " + id + " of " + name + " is refused")
        .until(() -> log.events().contains(new SessionLog.Event.Refused(id)));
  }

  /** Waits until the store has told of a grant of the request. */
  Grant awaitGrant(RequestId id) {
    return Patience.await("the message that " + id + " of " + name + " was granted")
        .until(
            () -> log.grants().stream().filter(event -> event.id().equals(id)).findFirst(),
            Optional::isPresent)
        .orElseThrow()
        .grant();
  }

  /**
   * Makes an id that was never used.
   *
   * @return the id
   */
  public RequestId freshId() {
    return new RequestId(name + "-" + UUID.randomUUID());
  }

  private Ask made(Ask ask) {
    asks.add(ask);
    return ask;
  }

  /** Takes back everything that was asked for, in the order in which it was. */
  public void giveBack() {
    if (!left.get()) {
      asks.forEach(Ask::release);
    }
  }

  /** Disconnects without closing the session, as a killed process does. */
  public void vanish() {
    if (left.compareAndSet(false, true)) {
      await(store.close());
      timer.close();
    }
  }

  @Override
  public void close() {
    if (left.compareAndSet(false, true)) {
      await(session.close());
      await(store.close());
      timer.close();
    }
  }
}
