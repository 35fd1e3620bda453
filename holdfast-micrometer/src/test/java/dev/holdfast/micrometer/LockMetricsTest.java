package dev.holdfast.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the meters say after all ways in which requests and leases end. */
class LockMetricsTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private LockClient client(String name, Function<String, String> groups) {
    LockMetrics metrics = new LockMetrics(registry, "memory", groups);
    LockClient client =
        LockClient.builder("memory://LockMetricsTest-" + name)
            .sessionTtl(Duration.ofSeconds(3))
            .listener(metrics)
            .connect();
    metrics.watch(client);
    return client;
  }

  private Timer acquire(String outcome, String via) {
    return registry
        .get("holdfast.lock.acquire")
        .tags("store", "memory", "kind", "lock", "lock", "none", "outcome", outcome, "via", via)
        .timer();
  }

  private Timer hold(String outcome) {
    return registry.get("holdfast.lock.hold").tags("kind", "lock", "outcome", outcome).timer();
  }

  private double gauge(String name) {
    return registry.get(name).gauges().stream().mapToDouble(it -> it.value()).sum();
  }

  private double awaited(String name) {
    return registry.get(name).tag("kind", "lock").gauge().value();
  }

  @Test
  void manyNames_makeNoMoreMeters() throws Exception {
    try (LockClient client = client("names", name -> LockMetrics.NO_GROUP)) {
      final int before = registry.getMeters().size();
      for (int i = 0; i < 20_000; i++) {
        client.lock("order:" + i).acquire(LONG).close();
      }
      await().atMost(LONG).until(() -> hold("released").count() == 20_000);

      assertThat(registry.getMeters()).hasSize(before);
      assertThat(acquire("acquired", "store").count()).isEqualTo(20_000);
      await().atMost(LONG).until(() -> gauge("holdfast.lock.held") == 0);
      assertThat(gauge("holdfast.lock.waiting")).isZero();
    }
  }

  @Test
  void meters_existFromTheStart_andEachHasOneSetOfKeys() {
    try (LockClient client = client("start", name -> "all")) {
      assertThat(acquire("error", "none").count()).isZero();
      assertThat(registry.get("holdfast.session.losses").tag("reason", "store-said").counter())
          .isNotNull();
      registry.getMeters().stream()
          .collect(Collectors.groupingBy(it -> it.getId().getName()))
          .forEach(
              (name, meters) ->
                  assertThat(meters.stream().map(LockMetricsTest::keys).distinct())
                      .as(name)
                      .hasSize(1));
      assertThat(client.status().held()).isEmpty();
    }
  }

  private static Set<String> keys(Meter meter) {
    return meter.getId().getTags().stream().map(it -> it.getKey()).collect(Collectors.toSet());
  }

  @Test
  void expiryInterruptAndReentry_areCountedAsWhatTheyAre() throws Exception {
    try (LockClient client = client("ends", name -> LockMetrics.NO_GROUP)) {
      DistributedLock lock = client.lock("k");
      lock.lock();
      try {
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
      } finally {
        lock.unlock();
      }
      Lease expiring = client.lock("e").leaseTime(Duration.ofMillis(50)).acquire(LONG);
      await().atMost(LONG).until(() -> hold("lost").count() == 1);
      assertThat(expiring.isHeld()).isFalse();
      Lease held = lock.acquire(LONG);
      assertThat(lock.tryAcquire(Duration.ZERO)).isEmpty();
      CompletableFuture<Lease> waiting = lock.acquireAsync(LONG);
      await().atMost(LONG).until(() -> awaited("holdfast.lock.waiting") == 1);
      await().atMost(LONG).until(() -> awaited("holdfast.lock.held") == 1);
      assertThat(registry.get("holdfast.lock.held.oldest").timeGauge().value()).isNotNegative();
      waiting.cancel(true);
      CompletableFuture<Lease> next = lock.acquireAsync(LONG);
      held.close();
      next.join().close();

      // One reentry, which is no request.
      await().atMost(LONG).until(() -> acquire("acquired", "store").count() == 3);
      await().atMost(LONG).until(() -> acquire("acquired", "local").count() == 1);
      await().atMost(LONG).until(() -> acquire("cancelled", "none").count() == 1);
      assertThat(acquire("busy", "none").count()).isEqualTo(1);
      await().atMost(LONG).until(() -> hold("released").count() == 3);
      assertThat(hold("lost").count()).isEqualTo(1);
      assertThat(registry.get("holdfast.lock.handoffs").tag("via", "local").counter().count())
          .isEqualTo(1);
      assertThat(registry.get("holdfast.session.validity").timeGauge().value()).isPositive();
      await()
          .atMost(LONG)
          .until(
              () ->
                  registry
                          .get("holdfast.session.renewals")
                          .tag("outcome", "success")
                          .timer()
                          .count()
                      > 0);
      await().atMost(LONG).until(() -> gauge("holdfast.lock.held") == 0);
      await().atMost(LONG).until(() -> gauge("holdfast.lock.waiting") == 0);
    }
    assertThat(gauge("holdfast.lock.held")).isZero();
  }

  @Test
  void groups_becomeTags() throws Exception {
    try (LockClient client = client("groups", name -> name.substring(0, name.indexOf(':')))) {
      client.lock("order:1").acquire(LONG).close();
      client.lock("order:2").acquire(LONG).close();
      await()
          .atMost(LONG)
          .until(
              () ->
                  registry.get("holdfast.lock.acquire").tags("lock", "order").timer().count() == 2);
    }
  }
}
