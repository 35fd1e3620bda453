package dev.holdfast.guard.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.guard.StaleTokenException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileGuardTest {

  private static final long TOKEN = 1_849_201_939_281_920_001L;

  @TempDir Path folder;
  private Path file;
  private FileGuard guard;

  @BeforeEach
  void make() throws IOException {
    file = folder.resolve("report");
    guard = FileGuard.of(file);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void risingAndEqualTokens_write_lowerOnesAreRefused() throws IOException {
    assertThat(guard.acceptedToken()).isEmpty();
    guard.write(TOKEN, bytes("first"));
    guard.write(TOKEN, bytes("again"));
    guard.write(TOKEN + 1, bytes("by the next"));

    assertThatThrownBy(() -> guard.write(TOKEN, bytes("late")))
        .isInstanceOfSatisfying(
            StaleTokenException.class,
            refusal -> {
              assertThat(refusal.token()).isEqualTo(TOKEN);
              assertThat(refusal.acceptedToken()).isEqualTo(TOKEN + 1);
            })
        .hasMessageContaining("report");
    assertThat(file).hasContent("by the next");
    assertThat(guard.acceptedToken()).hasValue(TOKEN + 1);
  }

  @Test
  void onlyTheFileItsTokenAndItsLock_stay() throws IOException {
    guard.write(TOKEN, bytes("x"));
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("report", "report.fence", "report.fence.lock");
    }
    assertThat(folder.resolve("report.fence")).hasContent(TOKEN + "\n");
  }

  @Test
  void read_keepsEarlierHoldersOut() throws IOException {
    assertThat(guard.read(TOKEN)).isEmpty();
    guard.write(TOKEN, bytes("x"));
    assertThat(guard.read(TOKEN + 1)).hasValueSatisfying(x -> assertThat(x).isEqualTo(bytes("x")));

    assertThatThrownBy(() -> guard.write(TOKEN, bytes("late")))
        .isInstanceOf(StaleTokenException.class);
    assertThatThrownBy(() -> guard.read(TOKEN)).isInstanceOf(StaleTokenException.class);
  }

  /** A writer may die between the two, and nowhere else in between is anything to be seen. */
  @Test
  void tokenRaisedAndContentOld_isAStateThatNobodySuffersFrom() throws IOException {
    guard.write(TOKEN, bytes("old"));
    guard.read(TOKEN + 1);
    Files.write(folder.resolve(".report.holdfast-new"), bytes("half of wh"));
    Files.write(folder.resolve(".report.fence.holdfast-new"), bytes("18"));

    assertThat(file).hasContent("old");
    assertThatThrownBy(() -> guard.write(TOKEN, bytes("late")))
        .isInstanceOf(StaleTokenException.class);
    guard.write(TOKEN + 1, bytes("new"));
    assertThat(file).hasContent("new");
    assertThat(folder.resolve(".report.holdfast-new")).doesNotExist();
  }

  @Test
  void failedChange_leavesTheContent_andFreesTheFile() throws IOException {
    guard.write(TOKEN, bytes("old"));
    assertThatThrownBy(
            () ->
                guard.update(
                    TOKEN,
                    content -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(file).hasContent("old");
    guard.update(TOKEN, content -> bytes(new String(content, StandardCharsets.UTF_8) + "er"));
    assertThat(file).hasContent("older");
  }

  @Test
  void manyThreadsAndObjects_updateOneAfterTheOther() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> done = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        done.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < 25; n++) {
                    FileGuard.of(file).update(TOKEN, FileGuardTest::plusOne);
                  }
                  return null;
                }));
      }
      for (Future<Void> one : done) {
        one.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(file).hasContent("100");
  }

  static byte[] plusOne(byte[] number) {
    String text = new String(number, StandardCharsets.UTF_8);
    return bytes(Integer.toString((text.isEmpty() ? 0 : Integer.parseInt(text)) + 1));
  }

  @Test
  void interruptedWhileAnotherIsAtIt_givesUp_andIsStillInterrupted() throws Exception {
    CountDownLatch atIt = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<Void> first =
          other.submit(
              () -> {
                guard.update(
                    TOKEN,
                    content -> {
                      atIt.countDown();
                      awaitUninterrupted(end);
                      return content;
                    });
                return null;
              });
      assertThat(atIt.await(10, TimeUnit.SECONDS)).isTrue();
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> guard.write(TOKEN, bytes("x"))).isInstanceOf(IOException.class);
      assertThat(Thread.interrupted()).isTrue();
      end.countDown();
      first.get(10, TimeUnit.SECONDS);
      guard.write(TOKEN, bytes("after"));
      assertThat(file).hasContent("after");
    } finally {
      other.shutdownNow();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void linkAndFile_haveOneGuard_andRightsAreKept() throws IOException {
    Files.write(file, bytes("old"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);

    FileGuard.of(link).write(TOKEN, bytes("new"));

    assertThat(FileGuard.of(file).acceptedToken()).hasValue(TOKEN);
    assertThat(file).hasContent("new");
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
  }

  @Test
  void damagedToken_stopsEverything() throws IOException {
    Files.write(folder.resolve("report.fence"), bytes("none of yours"));
    assertThatThrownBy(() -> guard.write(TOKEN, bytes("x")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("report.fence was changed by hand");
    assertThat(file).doesNotExist();
  }

  @Test
  void whatCannotBe_isRefused() {
    assertThatThrownBy(() -> guard.write(0, bytes("x")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FileGuard.of(folder.resolve("nowhere/report")))
        .isInstanceOf(IOException.class);
  }
}
