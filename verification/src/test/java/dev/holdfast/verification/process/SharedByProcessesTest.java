package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Permits;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Readers, writers and permits of several processes, of which one is killed in the midst of it. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class SharedByProcessesTest {

  private static final Duration TTL = Duration.ofSeconds(3);
  private static final Duration MAX = TTL.plusSeconds(1).plus(Slack.MACHINE);
  private static final int PROCESSES = 3;
  private static final int ROUNDS = 40;
  private static final int FOR_EVER = 1_000_000;

  /** A writer counts as more than all readers together. */
  private static final int WRITER = 1_000;

  private static final int PERMITS = 4;

  @Test
  void readersTogether_writersAlone() throws Exception {
    try (Scene scene = Scene.set()) {
      List<RemoteClient> processes = scene.processes(PROCESSES, TTL);
      for (RemoteClient process : processes) {
        process.tell("r1 visits k read " + ROUNDS);
        process.tell("r2 visits k read " + ROUNDS);
        process.tell("w visits k write " + ROUNDS);
      }
      Visits reads = new Visits();
      Visits all = new Visits();
      for (RemoteClient process : processes) {
        process
            .results("visits", 3, Slack.LONG)
            .forEach(
                (thread, visits) -> {
                  if (thread.startsWith("r")) {
                    reads.add(visits, 1);
                  }
                  all.add(visits, thread.startsWith("r") ? 1 : WRITER);
                });
      }
      assertThat(all.count()).isEqualTo(3 * PROCESSES * ROUNDS);
      assertThat(all.mostAtOnce()).isEqualTo(WRITER);
      assertThat(reads.mostAtOnce()).isBetween(2L, 2L * PROCESSES);
      assertThat(scene.lockKeys()).isEmpty();
    }
  }

  @Test
  void neverMorePermitsThanThereAre() throws Exception {
    try (Scene scene = Scene.set()) {
      List<RemoteClient> processes = scene.processes(PROCESSES, TTL);
      DistributedSemaphore semaphore = scene.client(TTL).semaphore("s");
      semaphore.trySetPermits(PERMITS);
      for (RemoteClient process : processes) {
        for (int permits = 1; permits <= PERMITS; permits++) {
          process.tell("t" + permits + " uses s " + ROUNDS + " " + permits);
        }
      }
      Visits visits = new Visits();
      for (RemoteClient process : processes) {
        process
            .results("uses", PERMITS, Slack.LONG)
            .forEach((thread, times) -> visits.add(times, Integer.parseInt(thread.substring(1))));
      }
      assertThat(visits.count()).isEqualTo(PERMITS * PROCESSES * ROUNDS);
      assertThat(visits.mostAtOnce()).isEqualTo(PERMITS);
      assertThat(semaphore.availablePermits()).isEqualTo(PERMITS);
      assertThat(scene.lockKeys()).isEmpty();
    }
  }

  @Test
  void killedProcess_leavesNothing_whateverItWasDoing() throws Exception {
    try (Scene scene = Scene.set()) {
      List<RemoteClient> processes = scene.processes(PROCESSES, TTL);
      DistributedReadWriteLock lock = scene.client(TTL).readWriteLock("k");
      DistributedSemaphore semaphore = scene.client(TTL).semaphore("s");
      semaphore.trySetPermits(PERMITS);
      for (RemoteClient process : processes) {
        process.tell("r visits k read " + FOR_EVER);
        process.tell("w visits k write " + FOR_EVER);
        process.tell("u1 uses s " + FOR_EVER + " 1");
        process.tell("u4 uses s " + FOR_EVER + " " + PERMITS);
      }
      for (RemoteClient process : processes) {
        // In the midst of it: all have been served for a while.
        for (int i = 0; i < 20; i++) {
          assertThat(lock.writeLock().tryLock(MAX)).isTrue();
          lock.writeLock().unlock();
          semaphore.acquire(PERMITS, MAX).close();
        }
        process.process().kill();
      }
      assertThat(lock.writeLock().tryLock(MAX)).isTrue();
      lock.writeLock().unlock();
      try (Permits all = semaphore.acquire(PERMITS, MAX)) {
        assertThat(all.isHeld()).isTrue();
      }
      await("all to be free")
          .atMost(MAX)
          .until(() -> semaphore.availablePermits() == PERMITS && scene.lockKeys().isEmpty());
    }
  }
}
