package dev.holdfast.demo.play;

import static dev.holdfast.demo.event.What.DONE;
import static dev.holdfast.demo.event.What.LOST;
import static dev.holdfast.demo.event.What.READS;
import static dev.holdfast.demo.event.What.READY;
import static dev.holdfast.demo.event.What.REFUSED;
import static dev.holdfast.demo.event.What.TURNED_DOWN;
import static dev.holdfast.demo.event.What.WRITES;

import dev.holdfast.demo.stage.Door;
import dev.holdfast.demo.stage.Half;
import dev.holdfast.demo.stage.RedisNode;
import dev.holdfast.demo.stage.Scene;
import dev.holdfast.demo.stage.WorkerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * The primary dies before its replica has heard of the lock, and the replica takes its place. A,
 * who holds the lock, comes to the new primary only later: there are always some who do.
 */
final class Failover implements Plot {

  private static final String PRIMARY = "primary";
  private static final String REPLICA = "replica";

  @Override
  public String name() {
    return "failover";
  }

  @Override
  public String title() {
    return "the primary dies before its replica has heard of the lock";
  }

  /** Long enough for the whole fail-over to happen within one lease. */
  @Override
  public Duration ttl() {
    return Duration.ofSeconds(4);
  }

  @Override
  public List<Half> halves() {
    return List.of(Half.NAIVE, Half.HOLDFAST, Half.REPLICAS);
  }

  /** It kills servers. */
  @Override
  public boolean takesStore() {
    return false;
  }

  @Override
  public List<String> lanes() {
    return List.of("A", "B", PRIMARY, REPLICA);
  }

  @Override
  public void play(Scene scene, Runnable opening) throws IOException, InterruptedException {
    RedisNode primary = scene.primary();
    Door replication = scene.door(primary);
    RedisNode replica = scene.replica(replication.port());
    replica.awaitLink();
    primary.awaitReplicas(1);
    Door doorOfA = scene.door(primary);
    Door doorOfB = scene.door(primary);
    WorkerProcess a = scene.worker("A", primary.uriAt(doorOfA.port()));
    WorkerProcess b = scene.worker("B", primary.uriAt(doorOfB.port()));
    a.await(READY);
    b.await(READY);
    scene.watch(PRIMARY, primary.uri());
    opening.run();

    scene.note(REPLICA, "has lost its connection to the primary: hears of no lock any more");
    replication.cut();
    primary.awaitReplicas(0);
    a.send("round 2000");
    boolean granted = a.await(READS, TURNED_DOWN).what() == READS;
    b.send("round 2000");
    scene.pass(Duration.ofMillis(400));

    primary.kill();
    doorOfA.cut();
    scene.killed(PRIMARY);
    replica.promote();
    scene.promoted(REPLICA);
    scene.watch(REPLICA, replica.uri());
    if (scene.half() == Half.REPLICAS) {
      primary.returnAsReplicaOf(replica);
      scene.note(PRIMARY, "is back, as a replica");
    }
    doorOfB.leadTo(replica);
    if (granted) {
      a.await(WRITES, REFUSED, LOST);
    }
    doorOfA.leadTo(replica);
    a.await(DONE);
    b.await(DONE);
  }
}
