package dev.holdfast.demo.play;

import static dev.holdfast.demo.event.What.DONE;
import static dev.holdfast.demo.event.What.READS;
import static dev.holdfast.demo.event.What.READY;

import dev.holdfast.demo.stage.Scene;
import dev.holdfast.demo.stage.WorkerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The work takes three times the TTL. */
final class Overrun implements Plot {

  @Override
  public String name() {
    return "overrun";
  }

  @Override
  public String title() {
    return "the work takes three times the TTL";
  }

  @Override
  public Duration ttl() {
    return Duration.ofMillis(1_500);
  }

  @Override
  public List<String> lanes() {
    return List.of("A", "B", "C", "store");
  }

  @Override
  public void play(Scene scene, Runnable opening) throws IOException, InterruptedException {
    WorkerProcess a = scene.worker("A");
    WorkerProcess b = scene.worker("B");
    WorkerProcess c = scene.worker("C");
    a.await(READY);
    b.await(READY);
    c.await(READY);
    scene.watch("store", scene.store());
    opening.run();

    a.send("round " + ttl().multipliedBy(3).toMillis());
    a.await(READS);
    b.send("round 800");
    scene.pass(Duration.ofMillis(300));
    c.send("round 800");
    a.await(DONE);
    b.await(DONE);
    c.await(DONE);
  }
}
