package dev.holdfast.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ClientClosedException;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a trace shows of waits. */
class LockObservationsTest {

  private final ObservationRegistry registry = ObservationRegistry.create();
  private final List<Observation.Context> stopped = new ArrayList<>();

  private String key(int index, String name) {
    return stopped.get(index).getAllKeyValues().stream()
        .filter(it -> it.getKey().equals(name))
        .map(it -> it.getValue())
        .findFirst()
        .orElse("");
  }

  @Test
  void waits_areObserved_withTheirOutcome() throws Exception {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    registry
        .observationConfig()
        .observationHandler(new DefaultMeterObservationHandler(meters))
        .observationHandler(
            new ObservationHandler<>() {
              @Override
              public boolean supportsContext(Observation.Context context) {
                return true;
              }

              @Override
              public void onStop(Observation.Context context) {
                stopped.add(context);
              }
            });
    LockClient client = LockClient.connect("memory://LockObservationsTest");
    LockObservations observations = new LockObservations(registry, "memory");
    Lease lease = observations.tryAcquire(client.lock("k"), Duration.ZERO).orElseThrow();
    assertThat(observations.tryAcquire(client.lock("k"), Duration.ZERO)).isEmpty();
    client.close();
    assertThatThrownBy(() -> observations.tryAcquire(client.lock("k"), Duration.ZERO))
        .isInstanceOf(ClientClosedException.class);

    assertThat(stopped).hasSize(3).allMatch(it -> it.getName().equals("holdfast.lock.wait"));
    assertThat(key(0, "outcome")).isEqualTo("acquired");
    assertThat(key(0, "holdfast.lock.name")).isEqualTo("k");
    assertThat(key(0, "holdfast.fencing.token")).isEqualTo(Long.toString(lease.fencingToken()));
    assertThat(key(1, "outcome")).isEqualTo("busy");
    assertThat(key(2, "outcome")).isEqualTo("error");
    assertThat(stopped.get(2).getError()).isInstanceOf(ClientClosedException.class);
    // The meters that are made of observations know no name of a lock.
    assertThat(meters.get("holdfast.lock.wait").timers()).hasSize(3);
    assertThat(meters.getMeters()).noneMatch(it -> it.getId().getTag("holdfast.lock.name") != null);
  }
}
