package dev.holdfast.redis;

import static org.awaitility.Awaitility.await;

import dev.holdfast.engine.time.SystemTime;
import dev.holdfast.engine.time.TimerThread;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.StoreAddress;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.tck.arena.SessionLog;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client of a Redis as the engine is one: a store, a session, and what the store told. */
final class Peer implements AutoCloseable {

  static final Duration TTL = Duration.ofSeconds(30);
  private static final Duration ANSWER_WAIT_MAX = Duration.ofSeconds(20);

  final SessionLog log = new SessionLog();
  private final TimerThread timer;
  private final LockStore store;
  private final StoreSession session;

  private Peer(String uri, String name, String host, long pid, Duration ttl) throws Exception {
    timer = new TimerThread("timer-" + name);
    store =
        new RedisStoreProvider()
            .create(
                StoreAddress.parse(uri),
                new StoreContext(name, host, pid, new SystemTime(), timer));
    try {
      get(store.connect());
      session = get(store.openSession(0, ttl, log));
    } catch (Exception failure) {
      close();
      throw failure;
    }
  }

  static Peer connect(String uri, String name) throws Exception {
    return connect(uri, name, TTL);
  }

  static Peer connect(String uri, String name, Duration ttl) throws Exception {
    return new Peer(uri, name, "host-of-" + name, 42, ttl);
  }

  static Peer connect(String uri, String name, String host, long pid) throws Exception {
    return new Peer(uri, name, host, pid, TTL);
  }

  static ResourceId lock(String name) {
    return new ResourceId(ResourceKind.LOCK, name);
  }

  static Request waiting(String id, String name) {
    return new Request(
        new RequestId(id), lock(name), true, false, Optional.empty(), "thread-" + id, "");
  }

  static Request once(String id, String name) {
    return new Request(
        new RequestId(id), lock(name), false, false, Optional.empty(), "thread-" + id, "");
  }

  static Request fair(String id, String name) {
    return new Request(
        new RequestId(id), lock(name), true, true, Optional.empty(), "thread-" + id, "");
  }

  static Request leased(String id, String name, Duration lease) {
    return new Request(
        new RequestId(id), lock(name), true, false, Optional.of(lease), "thread-" + id, "");
  }

  LockStore store() {
    return store;
  }

  StoreSession session() {
    return session;
  }

  RequestAnswer request(Request request) throws Exception {
    return get(session.request(request));
  }

  ReleaseAnswer release(String id, String name) throws Exception {
    return get(session.release(lock(name), new RequestId(id)));
  }

  /** Asks until something other than a missing connection is answered, as the engine does. */
  RequestAnswer requestUntilAnswered(Request request) {
    return await()
        .atMost(ANSWER_WAIT_MAX)
        .ignoreExceptions()
        .until(() -> request(request), answer -> answer != null);
  }

  void awaitEvents(Class<? extends SessionLog.Event> kind, long count) {
    await().atMost(ANSWER_WAIT_MAX).until(() -> log.count(kind) >= count);
  }

  static <T> T get(CompletionStage<T> stage) throws Exception {
    try {
      return stage.toCompletableFuture().get(ANSWER_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    } catch (TimeoutException never) {
      throw new AssertionError("No answer within " + ANSWER_WAIT_MAX, never);
    }
  }

  /** Disconnects without closing the session, as a process does that is killed. */
  @Override
  public void close() throws Exception {
    if (store != null) {
      get(store.close());
    }
    timer.close();
  }
}
