package dev.holdfast.tck.simulation;

import dev.holdfast.LockClient;
import dev.holdfast.engine.latch.LatchCommand.Outcome;
import dev.holdfast.engine.latch.LatchDeed;
import dev.holdfast.engine.latch.Latches;
import dev.holdfast.tck.fault.BadNetwork;
import dev.holdfast.tck.time.SkewedTime;
import dev.holdfast.tck.time.VirtualTime;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One client of a {@link LatchWorld}. */
final class LatchPlayer {

  static final Duration TTL = Duration.ofSeconds(3);

  private final String name;
  private final BadNetwork network;
  private final LockClient client;
  private final Latches latches;

  LatchPlayer(BadNetwork network, SkewedTime clock, VirtualTime time, int number) {
    this.name = "player-" + number;
    this.network = network;
    this.client =
        LockClient.builder(network.uri())
            .clientName(name)
            .sessionTtl(TTL)
            .time(clock, clock)
            .callbackExecutor(time)
            .lazyConnect(true)
            .connect();
    Player.nameRequestsAlike(client, name);
    this.latches = latches(client);
  }

  /** What blocks in the API would block the only thread of the simulation. */
  private static Latches latches(LockClient client) {
    try {
      Field field = client.getClass().getDeclaredField("latches");
      field.setAccessible(true);
      return (Latches) field.get(client);
    } catch (ReflectiveOperationException changed) {
      throw new LinkageError("The client keeps its latches elsewhere now", changed);
    }
  }

  CompletableFuture<Outcome> set(long count) {
    return latches.begin(LatchWorld.LATCH, new LatchDeed.SetCount(count)).outcome();
  }

  CompletableFuture<Outcome> countDown() {
    return latches.begin(LatchWorld.LATCH, new LatchDeed.CountDown()).outcome();
  }

  CompletableFuture<Void> await() {
    return client.countDownLatch(LatchWorld.LATCH.name()).awaitAsync();
  }

  CompletableFuture<Boolean> await(Duration wait) {
    return client.countDownLatch(LatchWorld.LATCH.name()).awaitAsync(wait);
  }

  void calm() {
    network.faults().calm();
    network.store().reconnect();
  }

  BadNetwork network() {
    return network;
  }

  LockClient client() {
    return client;
  }

  @Override
  public String toString() {
    return name;
  }
}
