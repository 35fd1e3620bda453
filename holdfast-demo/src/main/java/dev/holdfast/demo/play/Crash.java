package dev.holdfast.demo.play;

import static dev.holdfast.demo.event.What.DONE;
import static dev.holdfast.demo.event.What.READS;
import static dev.holdfast.demo.event.What.READY;

import dev.holdfast.demo.stage.Scene;
import dev.holdfast.demo.stage.WorkerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A worker is killed while it holds the lock, and started again. The naive one removes the lock
 * that its crash has left behind, which is another's by then.
 *
 * <p>The process that is "started again" has been waiting, so that the picture does not depend on
 * how long this machine takes to start a JVM.
 */
final class Crash implements Plot {

  private static final String AGAIN = "A again";

  @Override
  public String name() {
    return "crash";
  }

  @Override
  public String title() {
    return "a worker is killed while it holds the lock";
  }

  @Override
  public Duration ttl() {
    return Duration.ofMillis(1_500);
  }

  @Override
  public List<String> lanes() {
    return List.of("A", AGAIN, "B", "store");
  }

  @Override
  public void play(Scene scene, Runnable opening) throws IOException, InterruptedException {
    WorkerProcess a = scene.worker("A");
    WorkerProcess b = scene.worker("B");
    WorkerProcess again = scene.worker(AGAIN);
    a.await(READY);
    b.await(READY);
    again.await(READY);
    scene.watch("store", scene.store());
    opening.run();

    a.send("round 60000");
    a.await(READS);
    b.send("round 1000");
    scene.pass(Duration.ofMillis(400));
    a.kill();

    b.await(READS);
    scene.pass(Duration.ofMillis(200));
    scene.started(AGAIN);
    again.send("clear");
    again.send("round 300");
    b.await(DONE);
    again.await(DONE);
  }
}
