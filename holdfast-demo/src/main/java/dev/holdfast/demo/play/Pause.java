package dev.holdfast.demo.play;

import static dev.holdfast.demo.event.What.CHECKS;
import static dev.holdfast.demo.event.What.DONE;
import static dev.holdfast.demo.event.What.READY;

import dev.holdfast.demo.stage.Scene;
import dev.holdfast.demo.stage.WorkerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * The holder is stopped between its last look at the lock and its write, past the end of its lease,
 * and goes on as if nothing had been.
 */
final class Pause implements Plot {

  @Override
  public String name() {
    return "pause";
  }

  @Override
  public String title() {
    return "the holder is stopped in the middle of its write";
  }

  @Override
  public Duration ttl() {
    return Duration.ofMillis(1_500);
  }

  @Override
  public List<String> lanes() {
    return List.of("A", "B", "store");
  }

  @Override
  public void play(Scene scene, Runnable opening) throws IOException, InterruptedException {
    WorkerProcess a = scene.worker("A");
    WorkerProcess b = scene.worker("B");
    a.await(READY);
    b.await(READY);
    scene.watch("store", scene.store());
    opening.run();

    a.send("round 400 wait");
    a.await(CHECKS);
    a.stop();
    b.send("round 600");
    b.await(DONE);
    scene.pass(Duration.ofMillis(300));
    a.send("go");
    a.wake();
    a.await(DONE);
  }
}
