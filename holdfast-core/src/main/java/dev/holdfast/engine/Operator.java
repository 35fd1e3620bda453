package dev.holdfast.engine;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockSummary;
import dev.holdfast.LockView;
import dev.holdfast.RevokeMode;
import dev.holdfast.RevokeOutcome;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What a client can do about locks that others hold. Blocks the caller. */
final class Operator {

  private final HoldfastClient client;

  Operator(HoldfastClient client) {
    this.client = client;
  }

  private boolean hasAllKinds() {
    return client.context().store().sharesUnits();
  }

  private List<ResourceKind> kinds() {
    return hasAllKinds() ? List.of(ResourceKind.values()) : List.of(ResourceKind.LOCK);
  }

  private List<ResourceKind> kindsWithHolders() {
    return hasAllKinds()
        ? List.of(ResourceKind.LOCK, ResourceKind.SEMAPHORE)
        : List.of(ResourceKind.LOCK);
  }

  List<LockView> inspect(String name) {
    List<LockView> views = new ArrayList<>();
    for (ResourceKind kind : kinds()) {
      LockView view = Inspection.now(client, new ResourceId(kind, name));
      if (view.inUse()) {
        views.add(view);
      }
    }
    return views;
  }

  Stream<LockSummary> list(String pattern) {
    client.checkOpen();
    Iterator<LockSummary> listing = new Listing(client, NamePattern.of(pattern));
    int facts = Spliterator.NONNULL | Spliterator.IMMUTABLE;
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(listing, facts), false);
  }

  /** Sequences of one shard are never alike, so that the token also tells the kind of resource. */
  RevokeOutcome revoke(String name, long token, RevokeMode mode, long waitNanos)
      throws InterruptedException {
    if (token <= 0) {
      throw new IllegalArgumentException("A fencing token is positive, not " + token);
    }
    client.checkOpen(new ResourceId(ResourceKind.LOCK, name));
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted before the lease of '" + name + "' was named");
    }
    RevokeOutcome outcome = RevokeOutcome.NOT_HELD;
    for (ResourceKind kind : kindsWithHolders()) {
      if (outcome == RevokeOutcome.NOT_HELD) {
        outcome = revoke(new ResourceId(kind, name), token, mode, waitNanos);
      }
    }
    return outcome;
  }

  private RevokeOutcome revoke(ResourceId resource, long token, RevokeMode mode, long waitNanos)
      throws InterruptedException {
    CompletableFuture<RevokeOutcome> revoking =
        new Revoking(client, resource, token, mode, waitNanos).start();
    // It ends by itself; this is for a store that forgets to answer.
    long limitNanos = waitNanos + Acquisition.graceNanos(client);
    try {
      return revoking.get(limitNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException silent) {
      throw new StoreUnavailableException(
          "The store " + client.store() + " did not tell what became of '" + resource.name() + "'",
          resource.name(),
          client.store(),
          null);
    } catch (ExecutionException failed) {
      HoldfastException known = Failures.of(failed, client.store());
      throw Failures.forCaller(known, resource);
    } finally {
      revoking.cancel(false);
    }
  }
}
