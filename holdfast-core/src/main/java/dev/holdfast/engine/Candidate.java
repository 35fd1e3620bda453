package dev.holdfast.engine;

import dev.holdfast.HoldfastException;
import dev.holdfast.Leader;
import dev.holdfast.LeaderElection;
import dev.holdfast.LeaderListener;
import dev.holdfast.Lease;
import dev.holdfast.ReentrantWaitException;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.LockMode;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.ResourceId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A candidate: the handle style of a lock, asked for in strict order, with a memory for the one
 * campaign and the one term that it can have.
 *
 * <p><b>Concurrency.</b> The guard holds campaign, term and closed together, for a few
 * instructions, and is never held while calling out. A campaign's end takes it to become the term;
 * whoever gives the campaign up takes it to say so. So exactly one of the two sees the other, and a
 * term that nobody wants any more is given back.
 */
final class Candidate implements LeaderElection {

  private static final Duration INTERVAL_MIN = Duration.ofMillis(10);
  private static final Duration INTERVAL_MAX = Duration.ofSeconds(5);

  private final HoldfastClient client;
  private final ResourceId resource;
  private final String note;
  private final ThreadOwnership ownership;

  private final ReentrantLock guard = new ReentrantLock();
  // Guarded by guard; null while none is under way.
  private @Nullable Campaign campaign;
  // Written under guard, read without it. The last term, until the next or its resignation.
  private volatile @Nullable LeaseHandle term;
  // Guarded by guard.
  private boolean closed;
  private final Set<LeaderWatch> watches = ConcurrentHashMap.newKeySet();

  Candidate(HoldfastClient client, ResourceId resource, String note) {
    this.client = client;
    this.resource = resource;
    this.note = note;
    this.ownership = new ThreadOwnership(client, resource, LockMode.WRITE);
  }

  @Override
  public String name() {
    return resource.name();
  }

  // ---- campaigns ---------------------------------------------------------------------------

  @Override
  public Lease campaign() throws InterruptedException {
    return await(Waits.MAX.toNanos())
        .orElseThrow(() -> new IllegalStateException("A wait without limit has ended"));
  }

  @Override
  public Optional<Lease> tryCampaign(Duration wait) throws InterruptedException {
    return await(Waits.checkedNanos(wait));
  }

  private Optional<Lease> await(long waitNanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted before standing for '" + name() + "'");
    }
    Ask ask = ask(waitNanos);
    if (ask.mayWait()) {
      ownership.refuseWaitForSelf();
    }
    Campaign begun = begin(ask);
    try {
      return begun.elected().get();
    } catch (InterruptedException interrupt) {
      begun.giveUp();
      throw interrupt;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof HoldfastException known) {
        throw Failures.forCaller(known, resource);
      }
      throw new IllegalStateException("A campaign for '" + name() + "' failed", failed.getCause());
    }
  }

  @Override
  public CompletableFuture<Lease> campaignAsync() {
    ReentrantWaitException refusal = ownership.waitForSelf();
    if (refusal != null) {
      return CompletableFuture.failedFuture(refusal);
    }
    Campaign begun = begin(ask(Waits.MAX.toNanos()));
    CompletableFuture<Lease> elected =
        begun
            .elected()
            .handle(
                (lease, failure) -> {
                  if (failure == null) {
                    return lease.orElseThrow();
                  }
                  throw new CompletionException(named(Failures.cause(failure)));
                });
    return CallbackFutures.of(elected, client.context().callbacks(), begun::giveUp);
  }

  private Throwable named(Throwable cause) {
    return cause instanceof HoldfastException known ? Failures.forCaller(known, resource) : cause;
  }

  private Campaign begin(Ask ask) {
    Campaign begun = new Campaign(this, new PendingAcquisition(client, resource, ask));
    guard.lock();
    try {
      refuseIfClosed();
      LeaseHandle last = term;
      if (campaign != null || (last != null && !last.over())) {
        throw new IllegalStateException(
            "This candidate of '"
                + name()
                + (campaign != null ? "' campaigns already" : "' has a term: resign first")
                + ". For a second candidate, make another object.");
      }
      campaign = begun;
    } finally {
      guard.unlock();
    }
    begun.start();
    return begun;
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new IllegalStateException("This candidate of '" + name() + "' is closed");
    }
  }

  private Ask ask(long waitNanos) {
    Thread thread = Thread.currentThread();
    return new Ask(
        Request.ALL,
        waitNanos > 0,
        waitNanos >= Waits.MAX.toNanos(),
        client.context().time().nanos() + waitNanos,
        true,
        Optional.empty(),
        null,
        thread.getId(),
        thread.getName(),
        note);
  }

  /** A campaign is over; false if it was won and nobody wants the term any more. */
  boolean ended(Campaign over, @Nullable LeaseHandle won) {
    guard.lock();
    try {
      if (campaign == over) {
        campaign = null;
      }
      if (won == null) {
        return true;
      }
      if (over.givenUp() || closed) {
        return false;
      }
      over.won(won);
      term = won;
      return true;
    } finally {
      guard.unlock();
    }
  }

  /** Whoever waited for a campaign has given up: returns the term if it was won already. */
  @Nullable LeaseHandle givenUp(Campaign unwanted) {
    guard.lock();
    try {
      LeaseHandle won = unwanted.giveUpUnderGuard();
      if (won != null && term == won) {
        term = null;
      }
      return won;
    } finally {
      guard.unlock();
    }
  }

  boolean hasGivenUp(Campaign asked) {
    guard.lock();
    try {
      return asked.givenUp();
    } finally {
      guard.unlock();
    }
  }

  HoldfastClient client() {
    return client;
  }

  // ---- the term ----------------------------------------------------------------------------

  @Override
  public boolean isLeader() {
    return term().isPresent();
  }

  @Override
  public Optional<Lease> term() {
    LeaseHandle present = term;
    return present != null && present.isHeld() ? Optional.of(present) : Optional.empty();
  }

  @Override
  public void resign() {
    LeaseHandle ended;
    guard.lock();
    try {
      ended = term;
      term = null;
    } finally {
      guard.unlock();
    }
    if (ended != null) {
      ended.close();
    }
  }

  // ---- who leads ---------------------------------------------------------------------------

  @Override
  public Optional<Leader> leader() {
    return LeaderWatch.leader(Inspection.now(client, resource));
  }

  @Override
  public Observation observe(LeaderListener listener) {
    Duration third = client.sessionTtl().dividedBy(3);
    return observe(third.compareTo(INTERVAL_MAX) < 0 ? third : INTERVAL_MAX, listener);
  }

  @Override
  public Observation observe(Duration interval, LeaderListener listener) {
    Objects.requireNonNull(listener, "listener");
    if (Objects.requireNonNull(interval, "interval").compareTo(INTERVAL_MIN) < 0) {
      throw new IllegalArgumentException(
          "The interval between two looks must be at least 10 milliseconds: " + interval);
    }
    Duration bounded = interval.compareTo(Waits.MAX) > 0 ? Waits.MAX : interval;
    LeaderWatch watch = new LeaderWatch(client, resource, bounded, listener, watches::remove);
    guard.lock();
    try {
      refuseIfClosed();
      watches.add(watch);
    } finally {
      guard.unlock();
    }
    watch.start();
    return watch;
  }

  // ---- the end -----------------------------------------------------------------------------

  @Override
  public void close() {
    Campaign running;
    guard.lock();
    try {
      closed = true;
      running = campaign;
    } finally {
      guard.unlock();
    }
    List.copyOf(watches).forEach(LeaderWatch::close);
    if (running != null) {
      running.giveUp();
    }
    resign();
  }

  @Override
  public String toString() {
    return "LeaderElection[" + name() + " in " + client.store() + "]";
  }
}
