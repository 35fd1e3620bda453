package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.verification.scenario.Scene;
import dev.holdfast.verification.scenario.Slack;
import dev.holdfast.verification.scenario.Stopwatch;
import java.time.Duration;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C054: with the server down every call ends within its wait and the command time-out. */
@Tag("slow")
class C054_serverDownTest {

  private static final Duration TTL = Duration.ofSeconds(60);
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration UNLOCK_MAX = Duration.ofSeconds(3);

  @Test
  void killed_callsEndInTime() throws Exception {
    check(RedisServer::kill, server -> {});
  }

  @Test
  void silent_callsEndInTime() throws Exception {
    check(RedisServer::pause, RedisServer::resume);
  }

  private static void check(Consumer<RedisServer> stop, Consumer<RedisServer> undo)
      throws Exception {
    try (Scene scene = Scene.set()) {
      LockClient client = scene.client(TTL);
      DistributedLock held = client.lock("held");
      held.lock();
      DistributedLock lock = client.lock("k");
      stop.accept(scene.server());

      assertEnds(StoreUnavailableException.class, COMMAND_TIMEOUT, "tryLock()", lock::tryLock);
      assertEnds(
          StoreUnavailableException.class,
          COMMAND_TIMEOUT.plusSeconds(1),
          "tryLock(1 s)",
          () -> lock.tryLock(Duration.ofSeconds(1)));
      assertEnds(StoreUnavailableException.class, COMMAND_TIMEOUT, "isLocked()", lock::isLocked);
      Stopwatch watch = Stopwatch.start();
      assertThat(held.isHeldByCurrentThread()).isTrue();
      assertThat(watch.stop("isHeldByCurrentThread()")).isLessThan(Slack.MACHINE);
      assertEnds(ReleaseUnknownException.class, UNLOCK_MAX, "unlock()", held::unlock);
      undo.accept(scene.server());
    }
  }

  private static void assertEnds(
      Class<? extends Exception> how, Duration max, String what, ThrowingCallable call) {
    Stopwatch watch = Stopwatch.start();
    assertThatThrownBy(call).isInstanceOf(how);
    assertThat(watch.stop(what)).isLessThan(max.plus(Slack.MACHINE));
  }
}
