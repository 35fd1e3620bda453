package dev.holdfast.redis.connection;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** The wires of a store, one for each server that it uses, however many shards the server keeps. */
final class Wires {

  private final Connector connector;
  private final Map<Endpoint, CompletableFuture<Wire>> wires = new ConcurrentHashMap<>();

  Wires(Connector connector) {
    this.connector = connector;
  }

  /** Makes a link over the wire to a server, which is made if there is none. */
  CompletionStage<Link> link(
      Endpoint server, long epoch, Link.Listener listener, Link.Redirects redirects) {
    return wire(server)
        .thenCompose(
            wire -> {
              Link link = Link.over(wire, epoch, listener, redirects);
              // One that has ended in this very moment is not given out again.
              return link != null
                  ? CompletableFuture.completedFuture(link)
                  : link(server, epoch, listener, redirects);
            });
  }

  /** Lets a link use the wire to another server too, which is made if there is none. */
  CompletionStage<Wire> join(Endpoint server, Link link) {
    return wire(server)
        .thenCompose(
            wire -> wire.join(link) ? CompletableFuture.completedFuture(wire) : join(server, link));
  }

  /** The wire to a server: one that is up, that is being made, or a fresh one. */
  private CompletableFuture<Wire> wire(Endpoint server) {
    CompletableFuture<Wire> fresh = new CompletableFuture<>();
    CompletableFuture<Wire> present =
        wires.compute(server, (key, before) -> before != null && isUsable(before) ? before : fresh);
    if (present == fresh) {
      connector
          .connect(server)
          .whenComplete(
              (wire, failure) -> {
                if (failure != null) {
                  wires.remove(server, fresh);
                  fresh.completeExceptionally(failure);
                } else {
                  CompletableFuture<Boolean> unused =
                      wire.closed().thenApply(end -> wires.remove(server, fresh));
                  fresh.complete(wire);
                }
              });
    }
    return present;
  }

  private static boolean isUsable(CompletableFuture<Wire> wire) {
    return !wire.isDone() || (!wire.isCompletedExceptionally() && wire.join().isOpen());
  }

  /** Ends all wires; completes when their connections are closed. */
  CompletionStage<Void> close() {
    LinkDownException why = new LinkDownException("the client is closed");
    return CompletableFuture.allOf(
        wires.values().stream()
            .filter(wire -> wire.isDone() && !wire.isCompletedExceptionally())
            .map(CompletableFuture::join)
            .map(
                wire -> {
                  wire.fail(why);
                  return wire.closed();
                })
            .toArray(CompletableFuture<?>[]::new));
  }
}
