package dev.holdfast.demo.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.testing.server.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pause, with and without the guard; the queue; a Ctrl-C. */
@Tag("slow")
class PauseAndQueueTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path folder;

  /**
   * With and without the guard, beside each other: so the exit code can tell. The second one is on
   * a server of the user's, of which it shows no password.
   */
  @Test
  void pause_isRefusedByTheGuard_andWithoutItThePromiseIsBroken() throws Exception {
    try (RedisServer redis = RedisServer.builder().password("secret").start();
        Demo guarded = Demo.start(folder, "pause", "--out", "pictures");
        Demo alone = Demo.start(folder, "pause", "--no-guard", "--url", redis.uri())) {
      assertThat(guarded.end()).as(guarded.output() + guarded.errors()).isZero();
      assertThat(alone.end()).as(alone.output() + alone.errors()).isEqualTo(80);

      assertThat(guarded.output()).contains("LOST", "is refused by the database", "1 stale write");
      assertThat(guarded.errors()).isEmpty();
      Pictures.check(folder.resolve("pictures/pause.svg"), "pause");
      assertThat(alone.output())
          .contains("BROKE ITS PROMISE")
          .doesNotContain("secret", "none lost");
    }
  }

  @Test
  void queue_costsTheStoreLess() throws Exception {
    try (Demo demo = Demo.start(folder, "queue", "--out", "pictures")) {
      assertThat(demo.end()).as(demo.output() + demo.errors()).isZero();

      assertThat(demo.output().lines().filter(line -> line.contains("20 got in"))).hasSize(2);
      assertThat(demo.errors()).isEmpty();
      Pictures.check(folder.resolve("pictures/queue.svg"), "queue");
    }
  }

  @Test
  void ctrlC_endsAllThatItHasStarted() throws Exception {
    try (Demo demo = Demo.start(folder, "overrun")) {
      demo.process().await(line -> line.contains("reads 0"), SOON);
      List<ProcessHandle> children = demo.children();
      assertThat(children).hasSizeGreaterThanOrEqualTo(4);

      demo.pressCtrlC();

      assertThat(demo.end()).isEqualTo(130);
      await().atMost(SOON).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
      assertThat(demo.errors()).isEmpty();
      assertThat(demo.leftovers()).allMatch(name -> name.startsWith("holdfast-pictures-"));
    }
  }
}
