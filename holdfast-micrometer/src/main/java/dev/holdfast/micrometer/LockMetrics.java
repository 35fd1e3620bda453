package dev.holdfast.micrometer;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.ClientStatus;
import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import dev.holdfast.LockListener;
import dev.holdfast.LossReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one lock client. It is a listener of the client, and reads its gauges from it:
 *
 * <pre>{@code
 * LockMetrics metrics = new LockMetrics(registry, "redis");
 * LockClient locks = LockClient.builder(address).listener(metrics).connect();
 * metrics.watch(locks);
 * }</pre>
 *
 * <p>Names of locks are not tags, because their number has no bound: see {@link
 * #LockMetrics(MeterRegistry, String, Function)}. No meter ever asks the store.
 */
public final class LockMetrics implements LockListener {

  /** The value of the tag {@code lock} where names are not told apart. */
  public static final String NO_GROUP = "none";

  private static final List<LockKind> KINDS = List.of(LockKind.LOCK, LockKind.SEMAPHORE);

  private final MeterRegistry registry;
  private final Tags store;
  private final Function<String, String> groups;

  /**
   * Meters that don't tell names apart.
   *
   * @param registry where the meters are
   * @param store what to call the store: the value of the tag {@code store}
   */
  public LockMetrics(MeterRegistry registry, String store) {
    this(registry, store, name -> NO_GROUP);
  }

  /**
   * Meters that tell groups of names apart, by the tag {@code lock}.
   *
   * @param registry where the meters are
   * @param store what to call the store: the value of the tag {@code store}
   * @param groups maps a lock's name to its group. Each value is a time series of its own for every
   *     meter, so there must be few; where names are few it may return the name itself
   */
  public LockMetrics(MeterRegistry registry, String store, Function<String, String> groups) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.store = Tags.of("store", Objects.requireNonNull(store, "store"));
    this.groups = Objects.requireNonNull(groups, "groups");
    register();
  }

  /** All meters exist from the start, so that rates and alerts see the first event. */
  private void register() {
    for (LockKind kind : KINDS) {
      for (AcquireOutcome outcome : AcquireOutcome.values()) {
        var unused = acquire(kind, NO_GROUP, outcome);
      }
      for (boolean lost : new boolean[] {false, true}) {
        var unused = hold(kind, NO_GROUP, lost);
      }
    }
    for (boolean yes : new boolean[] {false, true}) {
      var unusedHandoffs = handoffs(yes);
      var unusedRenewals = renewals(yes);
    }
    for (LossReason reason : LossReason.values()) {
      var unused = sessionLosses(reason);
    }
  }

  /**
   * Adds the gauges, which read {@link LockClient#status()}. The registry keeps the client from
   * being collected; a closed one reads zero.
   *
   * @param client the client that this listens to
   */
  public void watch(LockClient client) {
    Snapshot snapshot = new Snapshot(client, registry.config().clock());
    for (LockKind kind : KINDS) {
      Tags tags = store.and("kind", word(kind));
      gauge(
          "holdfast.lock.held",
          "Leases held by this process",
          tags,
          snapshot,
          status -> status.held().stream().filter(one -> one.kind() == kind).count());
      gauge(
          "holdfast.lock.waiting",
          "Threads and futures of this process that wait",
          tags,
          snapshot,
          status ->
              status.waiting().stream()
                  .filter(one -> one.kind() == kind)
                  .mapToInt(ClientStatus.Waiting::waiters)
                  .sum());
    }
    timeGauge(
        "holdfast.lock.held.oldest",
        "How long the oldest lease of this process has been held",
        snapshot,
        status -> millis(status.held().stream().map(ClientStatus.Held::since), true));
    timeGauge(
        "holdfast.session.validity",
        "How long all sessions are valid without another renewal; not a number without a session",
        snapshot,
        status ->
            status.sessions().isEmpty()
                ? Double.NaN
                : millis(status.sessions().stream().map(ClientStatus.Session::remaining), false));
  }

  private static double millis(java.util.stream.Stream<Duration> some, boolean longest) {
    var millis = some.mapToLong(Duration::toMillis);
    return (longest ? millis.max() : millis.min()).orElse(0);
  }

  private void gauge(
      String name,
      String description,
      Tags tags,
      Snapshot snapshot,
      ToDoubleFunction<ClientStatus> value) {
    Gauge.builder(name, () -> value.applyAsDouble(snapshot.get()))
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private void timeGauge(
      String name, String description, Snapshot snapshot, ToDoubleFunction<ClientStatus> millis) {
    TimeGauge.builder(name, () -> millis.applyAsDouble(snapshot.get()), TimeUnit.MILLISECONDS)
        .description(description)
        .tags(store)
        .register(registry);
  }

  @Override
  public void onAcquire(LockKind kind, String name, AcquireOutcome outcome, Duration waited) {
    acquire(kind, group(name), outcome).record(waited);
  }

  @Override
  public void onRelease(LockKind kind, String name, Duration held, boolean handedOn) {
    hold(kind, group(name), false).record(held);
    handoffs(handedOn).increment();
  }

  @Override
  public void onLost(
      LockKind kind, String name, long fencingToken, Duration held, LossReason reason) {
    hold(kind, group(name), true).record(held);
  }

  @Override
  public void onRenewal(boolean success, Duration took) {
    renewals(success).record(took);
  }

  @Override
  public void onSessionLost(LossReason reason) {
    sessionLosses(reason).increment();
  }

  private String group(String name) {
    String group = groups.apply(name);
    return group.isBlank() ? NO_GROUP : group;
  }

  private Timer acquire(LockKind kind, String group, AcquireOutcome outcome) {
    return Timer.builder("holdfast.lock.acquire")
        .description("How long requests waited for their answer")
        .tags(store)
        .tags("kind", word(kind), "lock", group, "outcome", word(outcome), "via", via(outcome))
        .register(registry);
  }

  private static String word(AcquireOutcome outcome) {
    return switch (outcome) {
      case STORE, LOCAL -> "acquired";
      case NOT_ACQUIRED -> "busy";
      case CANCELLED -> "cancelled";
      case FAILED -> "error";
    };
  }

  private static String via(AcquireOutcome outcome) {
    return switch (outcome) {
      case STORE -> "store";
      case LOCAL -> "local";
      default -> "none";
    };
  }

  private Timer hold(LockKind kind, String group, boolean lost) {
    return Timer.builder("holdfast.lock.hold")
        .description("How long leases were held")
        .tags(store)
        .tags("kind", word(kind), "lock", group, "outcome", lost ? "lost" : "released")
        .register(registry);
  }

  private Counter handoffs(boolean local) {
    return Counter.builder("holdfast.lock.handoffs")
        .description("Releases, to the next waiter of this process or to the store")
        .tags(store)
        .tag("via", local ? "local" : "store")
        .register(registry);
  }

  private Timer renewals(boolean success) {
    return Timer.builder("holdfast.session.renewals")
        .description("How long attempts to renew a session took")
        .tags(store)
        .tag("outcome", success ? "success" : "failure")
        .register(registry);
  }

  private Counter sessionLosses(LossReason reason) {
    return Counter.builder("holdfast.session.losses")
        .description("Sessions that were lost, each with all its leases")
        .tags(store)
        .tag("reason", word(reason))
        .register(registry);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
