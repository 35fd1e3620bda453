package dev.holdfast.verification.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockClient;
import dev.holdfast.verification.scenario.RemoteClient;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import dev.holdfast.verification.scenario.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However a process or a client ends in order, everything is given back at once. */
@Tag("slow")
class OrderlyEndTest {

  /** Longer than any slack, so that it shows when somebody waits for it. */
  private static final Duration TTL = Duration.ofSeconds(30);

  private static final int LOCKS = 20;
  private static final long AT_ONCE_MILLIS = 100;

  @Test
  void exit_freesEverything() throws Exception {
    assertThat(untilOthersAreIn("System.exit", a -> a.tell("t2 exit 3")))
        .isLessThan(Slack.plus(AT_ONCE_MILLIS));
  }

  @Test
  void sigterm_freesEverything() throws Exception {
    assertThat(untilOthersAreIn("SIGTERM", a -> a.process().terminate()))
        .isLessThan(Slack.plus(AT_ONCE_MILLIS));
  }

  @Test
  void closingTheClient_freesEverything() throws Exception {
    assertThat(untilOthersAreIn("close()", a -> a.tell("t2 closeClient -")))
        .isLessThan(Slack.plus(AT_ONCE_MILLIS));
  }

  /** From when the process is told until all that waited for its locks are in. */
  private static Duration untilOthersAreIn(String how, Consumer<RemoteClient> end)
      throws Exception {
    try (Scene scene = Scene.set()) {
      RemoteClient a = scene.process(TTL);
      LockClient b = scene.client(TTL);
      List<Task<Long>> waiters = new ArrayList<>();
      for (int i = 0; i < LOCKS; i++) {
        String name = "k" + i;
        a.call("t1", "lock", name);
        waiters.add(
            scene.start(
                () -> {
                  b.lock(name).lock();
                  return System.nanoTime();
                }));
        Scene.awaitQueue(b.lock(name), 1);
      }
      // One that waits itself leaves no place behind either.
      a.tell("t3 lock k0");

      Stopwatch watch = Stopwatch.start();
      end.accept(a);

      long lastNanos = watch.startNanos();
      for (Task<Long> waiter : waiters) {
        lastNanos = Math.max(lastNanos, waiter.result());
      }
      Duration took =
          watch.until(lastNanos, how + " with " + LOCKS + " locks held, until all others are in");
      assertThat(b.lock("k0").inspect().queue()).isEmpty();
      return took;
    }
  }
}
