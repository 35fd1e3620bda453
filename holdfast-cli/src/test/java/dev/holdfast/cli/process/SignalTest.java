package dev.holdfast.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals to a running command. */
class SignalTest {

  @TempDir Path folder;

  /** A command that tells of every signal and goes on until it is told to end by USR2. */
  private static final String TELLS =
      "for s in TERM HUP INT USR1 WINCH; do trap \"echo got-$s\" $s; done;"
          + " trap 'exit 9' USR2; echo ready; while :; do sleep 0.01; done";

  private Holdfast start(String script, String... options) throws IOException {
    String[] head = {"run", "x", "--url", "memory:"};
    String[] tail = {"--", "sh", "-c", script};
    String[] all = new String[head.length + options.length + tail.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(options, 0, all, head.length, options.length);
    System.arraycopy(tail, 0, all, head.length + options.length, tail.length);
    Holdfast run = Holdfast.command(folder, all).start();
    run.awaitOut("ready");
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "HUP", "USR1", "WINCH"})
  void passedOn_once(String signal) throws IOException {
    Holdfast run = start(TELLS);
    run.signal(signal);
    run.awaitOut("got-" + signal);
    run.signal("USR2");
    assertThat(run.awaitEnd().expect(9).out()).isEqualTo("ready\ngot-" + signal + "\n");
  }

  @Test
  void int_isNotPassedOn_becauseTheTerminalDoesIt() throws Exception {
    Holdfast run = start(TELLS);
    run.signal("INT");
    run.signal("USR1");
    run.awaitOut("got-USR1");
    assertThat(run.out()).doesNotContain("got-INT");
    run.pressCtrlC();
    run.awaitOut("got-INT");
    run.signal("USR2");
    assertThat(run.awaitEnd().expect(9).out()).isEqualTo("ready\ngot-USR1\ngot-INT\n");
  }

  @Test
  void ctrlC_endsBoth_withTheCodeOfTheCommand() throws Exception {
    Holdfast run = start("echo ready; exec sleep 600");
    run.pressCtrlC();
    run.awaitEnd().expect(130);
  }

  @Test
  void term_endsBoth_withTheCodeOfTheCommand() throws IOException {
    Holdfast run = start("echo ready; exec sleep 600");
    run.signal("TERM");
    run.awaitEnd().expect(143);
  }

  @Test
  void secondTerm_kills() throws IOException {
    Holdfast run = start(TELLS);
    run.signal("TERM");
    run.awaitOut("got-TERM");
    assertThat(run.isAlive()).isTrue();
    run.signal("TERM");
    run.awaitEnd().expect(137);
  }

  @Test
  void fixedLease_ends_commandIsToldAndThenKilled() throws IOException {
    Holdfast run = start(TELLS, "--lease", "3s", "--kill-after", "1s", "--json");
    run.awaitOut("got-TERM");
    Holdfast.Ended ended = run.awaitEnd().expect(79);
    assertThat(ended.out()).isEqualTo("ready\ngot-TERM\n");
    assertThat(ended.events())
        .extracting(event -> event.get("event"))
        .containsSubsequence("acquired", "lost", "command-ended");
  }

  @Test
  void fixedLease_ends_commandThatObeysIsNotKilled() throws IOException {
    Holdfast run =
        start(
            "trap 'echo tidy; exit 0' TERM; echo ready; while :; do sleep 0.01; done",
            "--lease",
            "2s");
    assertThat(run.awaitEnd().expect(79).out()).isEqualTo("ready\ntidy\n");
  }

  @Test
  void pausedPastTheLease_commandIsKilledBeforeAnythingElse() throws IOException {
    Holdfast run = start(TELLS, "--lease", "1s", "--kill-after", "0");
    run.pause();
    dev.holdfast.testing.process.Waiting.until(
        Holdfast.SOON, new After(1_200), () -> "the lease to end");
    run.signal("USR1"); // Waits for us behind the CONT.
    run.resume();
    assertThat(run.awaitEnd().expect(79).out()).doesNotContain("got-USR1");
  }

  @Test
  void killOfUs_killsTheCommand() throws IOException {
    Holdfast run = start("echo ready $$; exec sleep 600");
    long command = Long.parseLong(run.out().strip().substring("ready ".length()));
    run.kill();
    dev.holdfast.testing.process.Waiting.until(
        Holdfast.SOON,
        () -> ProcessHandle.of(command).isEmpty(),
        () -> "the command to die with us");
  }

  @Test
  void noPdeathsig_letsTheCommandLive() throws IOException {
    Holdfast run = start("echo ready $$; exec sleep 600", "--no-pdeathsig");
    long command = Long.parseLong(run.out().strip().substring("ready ".length()));
    run.kill();
    ProcessHandle handle = ProcessHandle.of(command).orElseThrow();
    assertThat(handle.isAlive()).isTrue();
    handle.destroyForcibly();
  }

  /** True when so many milliseconds have passed since the first question. */
  private static final class After implements java.util.function.BooleanSupplier {
    private final long atNanos;

    After(long millis) {
      atNanos = System.nanoTime() + millis * 1_000_000;
    }

    @Override
    public boolean getAsBoolean() {
      return System.nanoTime() - atNanos > 0;
    }
  }
}
