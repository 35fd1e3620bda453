package dev.holdfast;

import dev.holdfast.engine.ClientFactory;
import dev.holdfast.engine.ClientOptions;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;

/** Options of a {@link LockClient}. Not thread-safe; may be used for several clients. */
public final class LockClientBuilder {

  private static final int CLIENT_NAME_MAX = 128;

  private final String uri;
  private final List<LockListener> listeners = new ArrayList<>();
  private final Map<String, String> storeOptions = new LinkedHashMap<>();
  private ClientOptions options = ClientOptions.defaults();

  LockClientBuilder(String uri) {
    this.uri = Objects.requireNonNull(uri, "uri");
  }

  /**
   * How long a session lives without a renewal, and so how long a crash of this process can hold
   * others up. Renewed every third of it. Default 30 seconds. The address may say the same by
   * {@code ?ttl=10s}, which this call overrides.
   *
   * @param ttl from 500 milliseconds to one hour
   * @return this builder
   * @throws IllegalArgumentException if it is outside of that range
   */
  public LockClientBuilder sessionTtl(Duration ttl) {
    options = options.withSessionTtl(Objects.requireNonNull(ttl, "ttl"));
    return this;
  }

  /**
   * The name under which operators see this client. Default: {@code holdfast}.
   *
   * @param name at most 128 characters, not blank; need not be unique
   * @return this builder
   * @throws IllegalArgumentException if it is blank or too long
   */
  public LockClientBuilder clientName(String name) {
    Objects.requireNonNull(name, "name");
    if (name.isBlank() || name.length() > CLIENT_NAME_MAX) {
      throw new IllegalArgumentException(
          "Client name must have 1 to "
              + CLIENT_NAME_MAX
              + " characters, not all blank: '"
              + name
              + "'");
    }
    options = options.withClientName(name);
    return this;
  }

  /**
   * How long {@link DistributedLock#acquire()} and {@link DistributedLock#acquireAsync()} wait.
   * Default 30 seconds.
   *
   * @param wait not negative
   * @return this builder
   * @throws IllegalArgumentException if it is negative
   */
  public LockClientBuilder defaultWait(Duration wait) {
    options = options.withDefaultWait(notNegative("Default wait", wait));
    return this;
  }

  /**
   * How long {@link #connect()} waits for the store at most. Default 30 seconds; a limit of the
   * store's own, such as {@code connectTimeout} of a Redis, may end it earlier. A store that can't
   * be reached at all is reported at once, not waited for.
   *
   * @param wait not negative
   * @return this builder
   * @throws IllegalArgumentException if it is negative
   */
  public LockClientBuilder connectWait(Duration wait) {
    options = options.withConnectWait(notNegative("Connect wait", wait));
    return this;
  }

  private static Duration notNegative(String what, Duration wait) {
    Objects.requireNonNull(wait, "wait");
    if (wait.isNegative()) {
      throw new IllegalArgumentException(what + " must not be negative: " + wait);
    }
    return wait;
  }

  /**
   * Whether the thread that owns a lock is interrupted when its hold is lost. Default: no.
   *
   * @param interrupt true to interrupt
   * @return this builder
   */
  public LockClientBuilder interruptOnLoss(boolean interrupt) {
    options = options.withInterruptOnLoss(interrupt);
    return this;
  }

  /**
   * Whether {@link #connect()} returns without a connection when the store can't be reached: calls
   * then fail by {@link StoreUnavailableException} until it can. Default: no, it throws.
   *
   * @param lazy true to return
   * @return this builder
   */
  public LockClientBuilder lazyConnect(boolean lazy) {
    options = options.withLazyConnect(lazy);
    return this;
  }

  /**
   * Runs the application's callbacks: loss listeners, lock listeners, dependent actions of futures.
   * Default: a pool of the client's own, which grows as needed. An executor given here is not
   * closed.
   *
   * <p>Callbacks may block: they hold up each other where the executor has too few threads for
   * them, and never the client. Therefore a task that the executor refuses, or wants to run on the
   * thread that hands it over ({@code Runnable::run}, a caller-runs policy), is run by the client's
   * own pool.
   *
   * @param executor must run every task in the end
   * @return this builder
   */
  public LockClientBuilder callbackExecutor(Executor executor) {
    options = options.withCallbackExecutor(Objects.requireNonNull(executor, "executor"));
    return this;
  }

  /**
   * Adds a listener. It is told of one event at a time; while it is behind, events wait for it, and
   * are dropped in the end: see {@link LockListener}.
   *
   * @param listener told of what happens to the client's locks
   * @return this builder
   */
  public LockClientBuilder listener(LockListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    options = options.withListeners(List.copyOf(listeners));
    return this;
  }

  /**
   * Lets a lock count as granted, and a session as renewed, only when so many replicas of the store
   * have it: a fail-over to one of them then takes no lock from its holder. When too few have it in
   * time, nothing is granted and {@link StoreRefusedException} says so. Default: none are asked.
   * For stores with replicas that lag, which is Redis; another refuses it when the client connects.
   * The address may say the same by {@code ?minReplicas=1&minReplicasTimeout=1s}, which this call
   * overrides.
   *
   * @param replicas how many; 0 asks none
   * @param timeout how long they may take, in whole milliseconds
   * @return this builder
   * @throws IllegalArgumentException if one of them is negative
   */
  public LockClientBuilder minReplicas(int replicas, Duration timeout) {
    notNegative("Time-out of replicas", timeout);
    if (replicas < 0) {
      throw new IllegalArgumentException("Replicas must not be negative: " + replicas);
    }
    storeOptions.put("minReplicas", Integer.toString(replicas));
    storeOptions.put("minReplicasTimeout", timeout.toMillis() + "ms");
    return this;
  }

  /**
   * Replaces the clocks and the timer, for tests that control time.
   *
   * @param time the clocks
   * @param scheduler the timer; not closed by the client
   * @return this builder
   */
  public LockClientBuilder time(TimeSource time, Scheduler scheduler) {
    options =
        options.withTime(
            Objects.requireNonNull(time, "time"), Objects.requireNonNull(scheduler, "scheduler"));
    return this;
  }

  /**
   * Connects.
   *
   * @return the client
   * @throws IllegalArgumentException if the address is malformed or no store on the class path has
   *     its scheme
   * @throws StoreUnavailableException if the store can't be reached, unless {@link #lazyConnect}
   * @throws StoreRefusedException if the store refuses, for example a wrong password
   */
  public LockClient connect() {
    return ClientFactory.connect(uri, storeOptions, options);
  }
}
