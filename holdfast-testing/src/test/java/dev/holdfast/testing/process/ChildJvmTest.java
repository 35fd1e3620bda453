package dev.holdfast.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChildJvmTest {

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void talksInLines() {
    try (LineProcess child = ChildJvm.of(EchoMain.class, "a", "b").start()) {
      assertThat(child.await("ready", LONG)).isEqualTo("ready a,b");
      child.send("one");
      child.send("two");
      assertThat(child.await("echo two", LONG)).isEqualTo("echo two");
      assertThat(child.lines()).containsExactly("ready a,b", "echo one", "echo two");
      child.closeInput();
      assertThat(child.awaitExit(LONG)).isZero();
    }
  }

  @Test
  void await_passedLine_isNotFoundAgain() {
    try (LineProcess child = ChildJvm.of(EchoMain.class).start()) {
      child.send("one");
      child.await("echo one", LONG);

      assertThatThrownBy(() -> child.await("echo one", SHORT))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("Waited in vain")
          .hasMessageContaining("is alive");
    }
  }

  @Test
  void await_deadChild_failsAtOnceAndShowsStandardError() {
    try (LineProcess child = ChildJvm.of(EchoMain.class).start()) {
      child.await("ready", LONG);
      child.send("fail");

      assertThat(child.awaitExit(LONG)).isEqualTo(1);
      assertThatThrownBy(() -> child.await("echo", Duration.ofHours(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("is dead")
          .hasMessageContaining("as you wish");
      assertThat(child.awaitError(line -> line.contains("as you wish"), LONG)).isNotNull();
    }
  }

  @Test
  void pause_stopsIt_resumeLetsItGoOn() {
    try (LineProcess child = ChildJvm.of(EchoMain.class).start()) {
      child.await("ready", LONG);
      child.pause();
      child.send("hello");
      assertThatThrownBy(() -> child.await("echo", SHORT)).isInstanceOf(AssertionError.class);
      assertThat(child.child().isAlive()).isTrue();

      child.resume();

      assertThat(child.await("echo", LONG)).isEqualTo("echo hello");
    }
  }

  @Test
  void exitCodes_tellHowItEnded() {
    try (LineProcess exiting = ChildJvm.of(EchoMain.class).start();
        LineProcess killed = ChildJvm.of(EchoMain.class).start();
        LineProcess terminated = ChildJvm.of(EchoMain.class).start()) {
      exiting.await("ready", LONG);
      killed.await("ready", LONG);
      terminated.await("ready", LONG);

      exiting.send("exit");
      killed.pause();
      killed.kill();
      terminated.terminate();

      assertThat(exiting.awaitExit(LONG)).isEqualTo(7);
      assertThat(killed.awaitExit(LONG)).isEqualTo(137);
      assertThat(terminated.awaitExit(LONG)).isEqualTo(143);
    }
  }

  @Test
  void grandchild_diesWithKilledChild() {
    try (LineProcess child = ChildJvm.of(EchoMain.class).start()) {
      child.send("child");
      String answer = child.await("child ", LONG);
      ProcessHandle grandchild =
          ProcessHandle.of(Long.parseLong(answer.substring("child ".length()))).orElseThrow();

      child.kill();

      await().until(() -> !isRunning(grandchild));
    }
  }

  /** A process whose parent has not asked for its end yet is dead all the same. */
  private static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  @Test
  void nanoTime_isOneClockForAllProcesses() {
    try (LineProcess child = ChildJvm.of(EchoMain.class).start()) {
      child.await("ready", LONG);
      for (int i = 0; i < 50; i++) {
        long before = System.nanoTime();
        child.send("nanos");
        String answer = child.await("nanos ", LONG);
        long after = System.nanoTime();

        assertThat(Long.parseLong(answer.substring("nanos ".length()))).isBetween(before, after);
      }
    }
  }

  @Test
  void close_leavesNoThread() {
    LineProcess child = ChildJvm.of(EchoMain.class).start();
    child.await("ready", LONG);
    child.close();

    assertThat(LiveThreads.named("EchoMain (pid " + child.child().pid())).isEmpty();
  }
}
