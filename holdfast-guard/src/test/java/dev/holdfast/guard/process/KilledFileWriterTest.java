package dev.holdfast.guard.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.guard.StaleTokenException;
import dev.holdfast.guard.file.FileGuard;
import dev.holdfast.testing.process.ChildJvm;
import dev.holdfast.testing.process.LineProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes die while they write a guarded file: it stays whole, and its token tells the truth. */
@Tag("slow")
class KilledFileWriterTest {

  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
  private static final int KILLS = 6;

  @TempDir Path folder;

  @Test
  void whereverTheWriterDies_theFileIsWhole_andNoLowerTokenPasses() throws Exception {
    Path file = folder.resolve("report");
    FileGuard guard = FileGuard.of(file);
    long token = 10;
    for (int i = 0; i < KILLS; i++) {
      try (LineProcess writer =
          ChildJvm.of(FileMain.class, file.toString(), Long.toString(token), "0").start()) {
        writer.await("written", ANSWER_MAX);
        // Anywhere in one of the next writes.
        LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(5_000_000));
        writer.kill();
      }
      token = guard.acceptedToken().orElseThrow();
      List<String> lines = Files.readAllLines(file);
      assertThat(lines).hasSize(FileMain.LINES);
      long written = Long.parseLong(lines.get(0));
      assertThat(lines).containsOnly(Long.toString(written));
      assertThat(token).isBetween(written, written + 1);
      long late = token - 1;
      assertThatThrownBy(() -> guard.write(late, new byte[0]))
          .isInstanceOf(StaleTokenException.class);
    }
  }

  @Test
  void twoProcesses_updateOneAfterTheOther() throws Exception {
    Path file = folder.resolve("counter");
    FileGuard guard = FileGuard.of(file);
    try (LineProcess other = ChildJvm.of(FileMain.class, file.toString(), "1", "100").start()) {
      other.await("ready", ANSWER_MAX);
      for (int i = 0; i < 100; i++) {
        guard.update(1, FileMain::plusOne);
      }
      assertThat(other.awaitExit(ANSWER_MAX)).isZero();
    }
    assertThat(file).hasContent("200");
  }
}
