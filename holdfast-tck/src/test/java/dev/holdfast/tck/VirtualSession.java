package dev.holdfast.tck;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.tck.arena.SessionLog;
import dev.holdfast.tck.time.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A session in virtual time, for tests on one thread. */
public final class VirtualSession {

  public static final Duration TTL = Duration.ofSeconds(30);

  public final VirtualTime time;
  public final LockStore store;
  public final SessionLog log = new SessionLog();
  public final StoreSession session;

  public VirtualSession(VirtualTime time, String uri, String client) {
    this(time, uri, client, TTL);
  }

  public VirtualSession(VirtualTime time, String uri, String client, Duration ttl) {
    this.time = time;
    this.store = Stores.create(uri, new StoreContext(client, "host", 1, time, time));
    await(store.connect());
    this.session = await(store.openSession(0, ttl, log));
  }

  /** Lets the stage complete without time passing. */
  public <T> T await(CompletionStage<T> stage) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    time.settle();
    return future.join();
  }

  public RequestAnswer ask(String id) {
    return await(session.request(request(id)));
  }

  public static Request request(String id) {
    return new Request(new RequestId(id), resource("k"), true, false, Optional.empty(), "main", "");
  }

  public static ResourceId resource(String name) {
    return new ResourceId(ResourceKind.LOCK, name);
  }
}
