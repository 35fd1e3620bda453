package dev.holdfast.redis.connection;

import dev.holdfast.HoldfastException;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one link of a shard up: makes a fresh one whenever the last is down, with growing pauses
 * while that fails.
 *
 * <pre>
 *   IDLE --connect()--> CONNECTING --made--> UP
 *                        ^      |             |
 *         pause is over, |      | failed      | down
 *         or connect()   |      v             |
 *                        '--- WAITING <-------'
 *   any --close()--> CLOSED   (final)
 * </pre>
 *
 * <p>The state is one immutable record in an atomic reference. An event belongs to the record that
 * was current when it was arranged, and counts only if that very record still is; so a late timer,
 * a late failure and a link that is made after its time do nothing, and whoever changes the record
 * alone does what belongs to the change.
 */
public final class LinkKeeper {

  /** Told of links. Called on network and timer threads; never blocks. */
  public interface Listener {

    /** A link is up. */
    void onUp(Link link);

    /** A link that was up is down. May come before {@link #onUp} has returned. */
    void onDown(Link link);

    /** A message came over a link. */
    void onMessage(String channel, String message);
  }

  /** Makes links. */
  @FunctionalInterface
  interface Source {

    /** Makes a link with a number. It is usable when the stage completes. */
    CompletionStage<Link> link(long epoch, Link.Listener listener);
  }

  private static final Logger LOGGER = System.getLogger(LinkKeeper.class.getName());
  private static final long PAUSE_MIN_MILLIS = 50;
  private static final long PAUSE_MAX_MILLIS = 2_000;
  private static final int DOUBLINGS_MAX = 6;

  /** So long that a client which gives up at the first failure has closed by then. */
  private static final long PAUSE_FIRST_MILLIS = 1_000;

  private static final int TOLD_FAILURES = 2;

  /** A link that lived longer than this starts the pauses anew. */
  private static final Duration STEADY = Duration.ofSeconds(2);

  private enum Phase {
    IDLE,
    CONNECTING,
    UP,
    WAITING,
    CLOSED
  }

  /**
   * @param epoch of the present or last attempt
   * @param failures attempts since the last steady link
   * @param attempt completes with the end of the present attempt
   * @param link the link that is up
   * @param upSinceNanos when it came up
   * @param failure why there is no link
   */
  private record State(
      Phase phase,
      long epoch,
      int failures,
      @Nullable CompletableFuture<Void> attempt,
      @Nullable Link link,
      long upSinceNanos,
      @Nullable HoldfastException failure) {

    State connecting() {
      return new State(
          Phase.CONNECTING, epoch + 1, failures, new CompletableFuture<>(), null, 0, failure);
    }

    State up(Link made, long nowNanos) {
      return new State(Phase.UP, epoch, failures, null, made, nowNanos, null);
    }

    State waiting(int failuresNow, HoldfastException why) {
      return new State(Phase.WAITING, epoch, failuresNow, null, null, 0, why);
    }

    State closed() {
      return new State(Phase.CLOSED, epoch, failures, null, null, 0, failure);
    }
  }

  private final Source source;
  private final TimeSource time;
  private final Scheduler scheduler;
  private final Duration attemptMax;
  private final RedisErrors errors;
  private final Listener listener;
  private final Random random = new Random();
  private final AtomicReference<State> state =
      new AtomicReference<>(new State(Phase.IDLE, 0, 0, null, null, 0, null));

  /** Does not connect yet. */
  LinkKeeper(
      Source source,
      StoreContext context,
      RedisErrors errors,
      Duration attemptMax,
      Listener listener) {
    this.source = source;
    this.time = context.time();
    this.scheduler = context.scheduler();
    this.attemptMax = attemptMax;
    this.errors = errors;
    this.listener = listener;
  }

  /**
   * Sees that there is a link. After the first call, links are made whenever there is none.
   *
   * @return completes with the present attempt, or at once when there is a link
   */
  public CompletionStage<Void> connect() {
    while (true) {
      State now = state();
      switch (now.phase()) {
        case UP -> {
          return CompletableFuture.completedFuture(null);
        }
        case CLOSED -> {
          return CompletableFuture.failedFuture(closed());
        }
        case CONNECTING -> {
          return attempt(now).copy();
        }
        case IDLE, WAITING -> {
          State connecting = now.connecting();
          if (state.compareAndSet(now, connecting)) {
            CompletionStage<Void> end = attempt(connecting).copy();
            begin(connecting);
            return end;
          }
        }
      }
    }
  }

  /**
   * The link that is up; before any was, with the end of the first attempt.
   *
   * @return the link; exceptionally why there is none
   */
  public CompletionStage<Link> firstLink() {
    State now = state();
    boolean first = now.phase() == Phase.CONNECTING && now.failure() == null;
    if (first || now.phase() == Phase.IDLE) {
      return connect().thenApply(connected -> link());
    }
    try {
      return CompletableFuture.completedFuture(link());
    } catch (HoldfastException none) {
      return CompletableFuture.failedFuture(none);
    }
  }

  /**
   * The link that is up.
   *
   * @throws HoldfastException if there is none, with the reason
   */
  public Link link() {
    State now = state();
    Link link = now.link();
    if (link != null) {
      return link;
    }
    if (now.phase() == Phase.CLOSED) {
      throw closed();
    }
    throw errors.unconnected(now.failure());
  }

  private State state() {
    return Objects.requireNonNull(state.get());
  }

  private HoldfastException closed() {
    return errors.unavailable("was left: the client is closed", "", null);
  }

  private static CompletableFuture<Void> attempt(State connecting) {
    CompletableFuture<Void> attempt = connecting.attempt();
    if (attempt == null) {
      throw new IllegalStateException("No attempt in " + connecting);
    }
    return attempt;
  }

  private void begin(State connecting) {
    // The first call loads the classes of the driver, which is not the server's fault.
    CompletionStage<Link> attempt = source.link(connecting.epoch(), new Events());
    Scheduler.Timer limit =
        scheduler.schedule(() -> failed(connecting, errors.noAnswer()), attemptMax.toNanos());
    attempt.whenComplete(
        (link, failure) -> {
          limit.cancel();
          if (failure != null) {
            failed(connecting, failure);
          } else {
            made(connecting, link);
          }
        });
  }

  private void made(State connecting, Link link) {
    if (!state.compareAndSet(connecting, connecting.up(link, time.nanos()))) {
      link.fail(new LinkDownException("the connection came too late"));
      return;
    }
    listener.onUp(link);
    attempt(connecting).complete(null);
    if (link.down() != null) {
      down(link);
    }
  }

  private void failed(State connecting, Throwable failure) {
    HoldfastException why = errors.of(failure, "");
    State waiting = connecting.waiting(connecting.failures() + 1, why);
    if (state.compareAndSet(connecting, waiting)) {
      // Of a single failure the caller is told, or nobody needs to know.
      if (waiting.failures() == TOLD_FAILURES) {
        LOGGER.log(Level.WARNING, "{0}. Trying again until it works.", why.getMessage());
      }
      waitThenConnect(waiting);
      attempt(connecting).completeExceptionally(why);
    }
  }

  /** The first of the calls for a link that is up changes the state; others find it changed. */
  private void down(Link link) {
    State now = state();
    if (now.link() != link) {
      return;
    }
    boolean steady = time.nanos() - now.upSinceNanos() > STEADY.toNanos();
    Throwable why = link.down();
    State waiting =
        now.waiting(
            steady ? 0 : now.failures() + 1,
            errors.of(why == null ? new LinkDownException("for no known reason") : why, ""));
    if (state.compareAndSet(now, waiting)) {
      LOGGER.log(Level.DEBUG, "The {0} is down", link);
      listener.onDown(link);
      waitThenConnect(waiting);
    }
  }

  private void waitThenConnect(State waiting) {
    long full =
        Math.min(
            PAUSE_MAX_MILLIS,
            PAUSE_MIN_MILLIS << Math.min(DOUBLINGS_MAX, Math.max(0, waiting.failures() - 1)));
    long millis =
        waiting.epoch() == 1 && waiting.failures() == 1
            ? PAUSE_FIRST_MILLIS
            : full / 2 + random.nextInt((int) (full / 2) + 1);
    Scheduler.Timer unused =
        scheduler.schedule(
            () -> {
              State connecting = waiting.connecting();
              if (state.compareAndSet(waiting, connecting)) {
                begin(connecting);
              }
            },
            Duration.ofMillis(millis).toNanos());
  }

  /** The primary of the shard is this server now: a link to another one ends. */
  void primaryIs(Endpoint server) {
    Link link = state().link();
    if (link != null && !link.server().equals(server)) {
      link.fail(new LinkDownException(server + " is the primary now"));
    }
  }

  /** Ends the link that there is, and makes no other. */
  void close() {
    State before = state.getAndUpdate(now -> now.phase() == Phase.CLOSED ? now : now.closed());
    if (before.attempt() != null) {
      before.attempt().completeExceptionally(closed());
    }
    Link link = before.link();
    if (link != null) {
      link.fail(new LinkDownException("the client is closed"));
    }
  }

  private final class Events implements Link.Listener {

    @Override
    public void onMessage(String channel, String message) {
      listener.onMessage(channel, message);
    }

    @Override
    public void onDown(Link link) {
      down(link);
    }
  }
}
