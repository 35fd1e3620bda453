package dev.holdfast.micrometer;

import dev.holdfast.ClientStatus;
import dev.holdfast.LockClient;
import io.micrometer.core.instrument.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The client's status for all gauges of one scrape, so that it is taken once and not by each. */
final class Snapshot {

  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private record Taken(ClientStatus status, long atNanos) {}

  private final LockClient client;
  private final Clock clock;
  // Written by whoever finds it too old; two that cross take it twice, which harms nobody.
  private volatile @Nullable Taken last;

  Snapshot(LockClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  ClientStatus get() {
    long nowNanos = clock.monotonicTime();
    Taken taken = last;
    if (taken == null || nowNanos - taken.atNanos() > FRESH_NANOS) {
      taken = new Taken(client.status(), nowNanos);
      last = taken;
    }
    return taken.status();
  }
}
