package dev.holdfast.tck.cases;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.engine.time.SystemTime;
import dev.holdfast.engine.time.TimerThread;
import dev.holdfast.spi.TimeSource;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client whose wall clock is wrong takes over no lock, and a step of it loses none. */
@ExtendWith(ContractExtension.class)
final class C123_wrongWallClocksTest {

  private final Arena arena;
  private final AtomicLong offsetMillis = new AtomicLong();

  C123_wrongWallClocksTest(Arena arena) {
    this.arena = arena;
  }

  private LockClient clientOfWrongClock(TimerThread timer) {
    SystemTime right = new SystemTime();
    TimeSource wrong =
        new TimeSource() {
          @Override
          public long nanos() {
            return right.nanos();
          }

          @Override
          public long wallMillis() {
            return right.wallMillis() + offsetMillis.get();
          }
        };
    return arena.client(options -> options.time(wrong, timer));
  }

  @Test
  void clientAheadOrBehind_takesNothingOver() throws Exception {
    DistributedLock holder = arena.client().lock(arena.name());
    try (TimerThread timer = new TimerThread("holdfast-timer-ahead")) {
      assertThat(holder.tryLock(Duration.ZERO, Duration.ofSeconds(60))).isTrue();
      for (int minutes : new int[] {3, -3}) {
        offsetMillis.set(TimeUnit.MINUTES.toMillis(minutes));
        try (LockClient client = clientOfWrongClock(timer)) {
          assertThat(client.lock(arena.name()).tryLock()).isFalse();
        }
      }
      holder.unlock();
    }
  }

  @Test
  void stepsOfAnHour_loseNoLease() throws Exception {
    try (TimerThread timer = new TimerThread("holdfast-timer-stepped");
        LockClient client = clientOfWrongClock(timer)) {
      Lease lease = client.lock(arena.name()).acquire(Duration.ofSeconds(10));
      AtomicInteger told = new AtomicInteger();
      lease.onLost(told::incrementAndGet);
      for (int hours : new int[] {1, 0, -1}) {
        offsetMillis.set(TimeUnit.HOURS.toMillis(hours));
        await("the store to confirm after the step").until(lease::isHeld);
      }
      assertThat(told).hasValue(0);
      lease.close();
    }
  }
}
