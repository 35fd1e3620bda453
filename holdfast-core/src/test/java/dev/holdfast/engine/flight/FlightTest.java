package dev.holdfast.engine.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording shows of locks. */
class FlightTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private static List<RecordedEvent> of(List<RecordedEvent> events, String kind) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("dev.holdfast." + kind))
        .toList();
  }

  @Test
  void recording_showsRequestsReleasesLossesAndRenewals(@TempDir Path folder) throws Exception {
    AtomicInteger renewals = new AtomicInteger();
    LockListener counting =
        new LockListener() {
          @Override
          public void onRenewal(boolean success, Duration took) {
            renewals.incrementAndGet();
          }
        };
    Path file = folder.resolve("locks.jfr");
    try (Recording recording = new Recording();
        LockClient client =
            LockClient.builder("memory://FlightTest")
                .sessionTtl(Duration.ofSeconds(3))
                .listener(counting)
                .connect()) {
      recording.start();
      Lease lease = client.lock("held").acquire(LONG);
      assertThat(client.lock("held").tryAcquire(Duration.ZERO)).isEmpty();
      client.lock("async").acquireAsync(LONG).join().close();
      Lease lost = client.lock("lost").leaseTime(Duration.ofMillis(50)).acquire(LONG);
      await().atMost(LONG).until(() -> lost.lossReason().isPresent());
      await().atMost(LONG).until(() -> renewals.get() > 0);
      lease.close();
      recording.stop();
      recording.dump(file);
      List<RecordedEvent> events = RecordingFile.readAllEvents(file);

      assertThat(of(events, "Acquire"))
          .extracting(event -> event.getString("lock") + " " + event.getString("outcome"))
          .contains("held STORE", "held NOT_ACQUIRED", "async STORE", "lost STORE");
      RecordedEvent hold =
          of(events, "Hold").stream()
              .filter(event -> event.getString("lock").equals("held"))
              .findFirst()
              .orElseThrow();
      assertThat(hold.getLong("fencingToken")).isEqualTo(lease.fencingToken());
      assertThat(hold.getString("kind")).isEqualTo("LOCK");
      assertThat(hold.getBoolean("handedOn")).isFalse();
      assertThat(hold.getDuration("held")).isGreaterThan(Duration.ofMillis(49));
      assertThat(of(events, "Lost"))
          .extracting(event -> event.getString("lock") + " " + event.getString("reason"))
          .containsExactly("lost EXPIRED");
      assertThat(of(events, "Renewal")).isNotEmpty();
    }
  }
}
