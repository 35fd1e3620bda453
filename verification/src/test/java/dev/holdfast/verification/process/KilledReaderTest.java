package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Readers and writers that are killed hold up others for a TTL and a second at most. */
// What a failed test still holds is given back when its client is closed.
@Tag("slow")
@SuppressWarnings("LockNotBeforeTry")
class KilledReaderTest {

  private static final Duration TTL = Duration.ofSeconds(4);
  private static final Duration MAX = TTL.plusSeconds(1).plus(Slack.MACHINE);

  @Test
  void writerIsIn_withinTheTtlAndASecond() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process(TTL);
      DistributedReadWriteLock lock = scene.client(TTL).readWriteLock("k");
      a.call("t1", "read", "k");
      a.call("t2", "read", "k");

      a.process().kill();
      Stopwatch watch = Stopwatch.start();

      assertThat(lock.readLock().tryLock()).isTrue();
      lock.readLock().unlock();
      assertThat(lock.writeLock().tryLock(MAX)).isTrue();
      watch.stop("kill -9 of two readers, until a writer is in");
      lock.writeLock().unlock();
      assertThat(scene.lockKeys()).isEmpty();
    }
  }

  @Test
  void writerThatReadOn_isReplaced_withinTheTtlAndASecond() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process(TTL);
      DistributedReadWriteLock lock = scene.client(TTL).readWriteLock("k");
      a.call("t1", "lock", "k");
      a.call("t1", "downgrade", "k");

      a.process().kill();
      Stopwatch watch = Stopwatch.start();

      assertThat(lock.readLock().tryLock()).isTrue();
      lock.readLock().unlock();
      assertThat(lock.writeLock().tryLock(MAX)).isTrue();
      watch.stop("kill -9 of a writer that read on, until the next writer is in");
      lock.writeLock().unlock();
      assertThat(scene.lockKeys()).isEmpty();
    }
  }

  @Test
  void readerBehindAWaitingWriterThatIsKilled_isIn_withinTheTtlAndASecond() throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process(TTL);
      DistributedReadWriteLock lock = scene.client(TTL).readWriteLock("k");
      DistributedReadWriteLock other = scene.client(TTL).readWriteLock("k");
      lock.readLock().lock();
      a.tell("t1 lock k");
      Scene.awaitQueue(lock.readLock(), 1);
      var reader =
          scene.start(
              () -> {
                other.readLock().lock();
                return System.nanoTime();
              });
      Scene.awaitQueue(lock.readLock(), 2);

      a.process().kill();
      Stopwatch watch = Stopwatch.start();

      long inNanos = reader.result();
      assertThat(watch.until(inNanos, "kill -9 of a waiting writer, until a reader behind is in"))
          .isLessThan(MAX);
      assertThat(lock.readLock().isHeldByCurrentThread()).isTrue();
    }
  }
}
