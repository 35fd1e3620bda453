package dev.holdfast.verification.scenario;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RawRedis;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/**
 * A Redis with clients of all kinds: in this JVM and in others, each with a network of its own
 * where one is wanted. Closing it ends everything, the last first.
 *
 * <p>For one thread, but for {@link #start}.
 */
public final class Scene implements AutoCloseable {

  private final RedisServer server;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final List<Thread> threads = new ArrayList<>();
  private int names;

  private Scene(RedisServer server) {
    this.server = add(server);
  }

  /**
   * Sets the scene with a Redis 6.2.
   *
   * @return the scene
   */
  public static Scene set() {
    return new Scene(RedisServer.start(RedisVersion.EMBEDDED_6_2));
  }

  /**
   * Sets the scene with a Redis of the test's choice.
   *
   * @param server the running server, which is closed with the scene
   * @return the scene
   */
  public static Scene with(RedisServer server) {
    return new Scene(server);
  }

  /**
   * Makes the scene close something at its end.
   *
   * @param part what to close
   * @param <T> its type
   * @return the part
   */
  public <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /**
   * The server.
   *
   * @return to be paused, killed or restarted
   */
  public RedisServer server() {
    return server;
  }

  /**
   * A connection of the test's own.
   *
   * @return to look at the server with
   */
  public RawRedis raw() {
    return add(server.raw());
  }

  /**
   * A network that can be broken.
   *
   * @return the proxy to the server
   */
  public TcpProxy network() {
    return add(TcpProxy.to(server.host(), server.port()));
  }

  /**
   * A client that is connected directly.
   *
   * @param ttl TTL of its sessions
   * @return the client
   */
  public LockClient client(Duration ttl) {
    return client(server.uri(), ttl);
  }

  /**
   * A client behind a network.
   *
   * @param network its network
   * @param ttl TTL of its sessions
   * @return the client, whose commands wait for half of that at most
   */
  public LockClient client(TcpProxy network, Duration ttl) {
    return client(uri(network, ttl), ttl);
  }

  private LockClient client(String uri, Duration ttl) {
    names++;
    return add(LockClient.builder(uri).sessionTtl(ttl).clientName("client-" + names).connect());
  }

  private static String uri(TcpProxy network, Duration ttl) {
    long millis = Math.max(100, Math.min(2_000, ttl.toMillis() / 2));
    return "redis://%s:%d?timeout=%dms".formatted(network.host(), network.port(), millis);
  }

  /**
   * A client in a process of its own.
   *
   * @param ttl TTL of its sessions
   * @return the client, connected
   */
  public RemoteClient process(Duration ttl) {
    return processes(1, ttl).get(0);
  }

  /**
   * Several of them, started beside each other.
   *
   * @param count how many
   * @param ttl TTL of their sessions
   * @return the clients, connected
   */
  public List<RemoteClient> processes(int count, Duration ttl) {
    List<RemoteClient> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(launch(patientUri(), ttl));
    }
    all.forEach(RemoteClient::awaitReady);
    return all;
  }

  /**
   * A client in a process of its own, behind a network.
   *
   * @param network its network
   * @param ttl TTL of its sessions
   * @return the client, connected
   */
  public RemoteClient process(TcpProxy network, Duration ttl) {
    return launch(uri(network, ttl), ttl).awaitReady();
  }

  private RemoteClient launch(String uri, Duration ttl) {
    names++;
    return add(RemoteClient.start(uri, ttl, "process-" + names));
  }

  /**
   * A client in a process of its own, under a name of the test's choice.
   *
   * @param name its name, which need not be unique
   * @param ttl TTL of its sessions
   * @return the client, connected
   */
  public RemoteClient process(String name, Duration ttl) {
    return add(RemoteClient.start(patientUri(), ttl, name)).awaitReady();
  }

  /** JVMs that start beside each other on few cores take their time for the first connection. */
  private String patientUri() {
    return server.uri() + "?connectTimeout=1m";
  }

  /**
   * Does something on a thread of its own.
   *
   * @param task what to do
   * @param <T> its result
   * @return the task; its thread is the one to interrupt
   */
  public <T> Task<T> start(Callable<T> task) {
    FutureTask<T> future = new FutureTask<>(task);
    Thread thread = new Thread(future, "task-" + threads.size());
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
    return new Task<>(thread, future);
  }

  /**
   * Waits until so many requests wait for a lock in the store.
   *
   * @param lock the lock, of any client
   * @param count how many
   */
  public static void awaitQueue(DistributedLock lock, int count) {
    Awaitility.await("a queue of " + count)
        .atMost(Slack.LONG)
        .until(() -> lock.inspect().queue().size() == count);
  }

  /**
   * Lets time pass, where a scenario is about nothing but time.
   *
   * @param time how much
   */
  public static void pass(Duration time) {
    long endNanos = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = endNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /**
   * What is left in Redis of locks and semaphores, but for how many permits these have.
   *
   * @return keys; empty when nobody holds or waits
   */
  public List<String> lockKeys() {
    List<String> keys = new ArrayList<>();
    try (RawRedis raw = server.raw()) {
      for (String pattern : List.of("*}:[lqwh]:*", "*}:m[qwh]:*")) {
        if (raw.command("KEYS", pattern) instanceof List<?> found) {
          found.forEach(key -> keys.add(String.valueOf(key)));
        }
      }
    }
    return keys;
  }

  /**
   * Commands of clients that the server has carried out since its counters were set to zero; what
   * scripts call is not counted.
   *
   * @param raw a connection to it
   * @return how many scripts were called
   */
  public static long scriptCalls(RawRedis raw) {
    return raw.commandStats().getOrDefault("evalsha", 0L)
        + raw.commandStats().getOrDefault("eval", 0L);
  }

  @Override
  public void close() {
    List<Exception> failures = new ArrayList<>();
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      IllegalStateException failure = new IllegalStateException("Closing the scene failed");
      failures.forEach(failure::addSuppressed);
      throw failure;
    }
  }
}
