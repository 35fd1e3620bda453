package dev.holdfast.tck.simulation;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.Permits;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.tck.fault.BadNetwork;
import dev.holdfast.tck.time.SkewedTime;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** One client of a simulated world: its network, its machine's clocks, what it does at random. */
final class Player {

  static final Duration TTL = Duration.ofSeconds(3);

  private final World world;
  private final String name;
  private final BadNetwork network;
  private final LockClient client;

  Player(World world, String name, BadNetwork network, SkewedTime time) {
    this.world = world;
    this.name = name;
    this.network = network;
    this.client =
        LockClient.builder(network.uri())
            .clientName(name)
            .sessionTtl(TTL)
            .time(time, time)
            .callbackExecutor(world.time())
            .lazyConnect(true)
            .connect();
    nameRequestsAlike(client, name);
  }

  /** Request ids are random, and so is what is sorted by them: not in a world that is replayed. */
  static void nameRequestsAlike(LockClient client, String name) {
    try {
      Field ids = client.getClass().getDeclaredField("requestIds");
      ids.setAccessible(true);
      Field prefix = ids.getType().getDeclaredField("prefix");
      prefix.setAccessible(true);
      prefix.set(ids.get(client), name + ".");
    } catch (ReflectiveOperationException changed) {
      throw new LinkageError("Request ids are made differently now", changed);
    }
  }

  /** Asks for something, keeps it for a while and gives it back; or changes its mind before. */
  void play() {
    if (world.sharing() && world.happens(0.4)) {
      playWithPermits();
    } else {
      playWithLock();
    }
  }

  private void playWithLock() {
    DistributedLock lock = someLock();
    String description = lock.toString();
    if (world.happens(0.2)) {
      lock = lock.fair();
      description += " fair";
    }
    if (world.happens(0.2)) {
      Duration leaseTime = world.upTo(TTL.multipliedBy(2)).plusMillis(1);
      lock = lock.leaseTime(leaseTime);
      description += " for " + leaseTime;
    }
    Duration wait = world.happens(0.2) ? Duration.ZERO : world.upTo(Duration.ofSeconds(8));
    world.tell(() -> this + " asks, wait " + wait);
    CompletableFuture<Lease> asked = lock.acquireAsync(wait);
    String what = description;
    world.watch(asked, what + ", wait " + wait);
    world.watch(asked.thenAccept(lease -> Held.of(this, lease, what).forEach(this::hold)), "hold");
    changeMind(asked);
  }

  private DistributedLock someLock() {
    String name = "lock-" + world.below(world.locks());
    if (world.sharing() && world.happens(0.6)) {
      return client.readWriteLock(name).readLock();
    }
    return world.locks() > 1 && !world.isQuiet() && world.happens(0.25)
        ? client.multiLock(client.lock("lock-1"), client.lock("lock-0"))
        : client.lock(name);
  }

  private void playWithPermits() {
    DistributedSemaphore semaphore = client.semaphore(World.SEMAPHORE.name());
    if (world.happens(0.2)) {
      semaphore = semaphore.leaseTime(world.upTo(TTL.multipliedBy(2)).plusMillis(1));
    }
    int permits = 1 + world.below(3);
    Duration wait = world.happens(0.2) ? Duration.ZERO : world.upTo(Duration.ofSeconds(8));
    world.tell(() -> this + " asks for " + permits + " permits, wait " + wait);
    CompletableFuture<Permits> asked = semaphore.acquireAsync(permits, wait);
    String what = permits + " permits";
    world.watch(asked, what + ", wait " + wait);
    world.watch(asked.thenAccept(held -> hold(Held.of(this, held, what))), "hold");
    changeMind(asked);
  }

  private void changeMind(CompletableFuture<?> asked) {
    if (world.happens(0.15)) {
      world.later(world.upTo(Duration.ofSeconds(2)), () -> asked.cancel(false));
    }
  }

  private void hold(Held held) {
    world.tell(() -> "got " + held);
    world.oracle().add(held);
    Duration hold =
        world.happens(0.7) ? world.upTo(Duration.ofMillis(200)) : world.upTo(TTL.multipliedBy(2));
    if (held.resource().kind() == ResourceKind.SEMAPHORE && held.units() > 1) {
      world.later(world.upTo(hold), () -> giveOneBack(held));
    }
    world.later(hold, () -> giveBack(held));
    if (world.happens(0.1)) {
      Player operator = world.anyone();
      world.later(world.upTo(hold), () -> operator.takeAway(held));
    }
  }

  /** As an operator does: the one lease, or whatever its holder has by now. */
  private void takeAway(Held held) {
    long token = held.token();
    OptionalLong lease = world.happens(0.5) ? OptionalLong.of(token) : OptionalLong.empty();
    world.tell(() -> this + " takes away " + (lease.isPresent() ? "" : "what is now of ") + held);
    world.watch(
        network
            .store()
            .revoke(held.resource(), held.sequence(), lease, false)
            .handle((answer, failure) -> answer)
            .toCompletableFuture(),
        "revocation of " + held);
  }

  private void giveOneBack(Held held) {
    if (held.units() > 1) {
      world.tell(() -> "gives one back of " + held);
      world.watch(held.releaseOne(), "partial release of " + held);
    }
  }

  private void giveBack(Held held) {
    world.tell(() -> "gives back " + held);
    world.watch(
        held.release()
            .thenAccept(
                outcome -> {
                  world.tell(() -> outcome + " " + held);
                  world.oracle().remove(held);
                }),
        "release of " + held);
  }

  /** Something goes wrong. */
  void suffer() {
    int kind = world.below(10);
    if (kind < 5) {
      Duration down = world.upTo(world.happens(0.5) ? TTL.dividedBy(3) : TTL.multipliedBy(3));
      world.tell(() -> this + " is cut off for " + down);
      network.store().disconnect(down);
    } else if (kind < 7) {
      world.tell(() -> this + " loses its session");
      world.oracle().rob(this);
      for (StoreSession session : network.store().sessions()) {
        world.space().endSession(session.id());
      }
    } else if (kind < 9) {
      double share = world.below(3) / 2.0;
      world.tell(() -> this + " finds another store process, lost " + share);
      if (share > 0) {
        world.oracle().rob(this);
      }
      network.store().loseData(share);
    } else {
      Duration step = world.upTo(Duration.ofSeconds(2)).minusSeconds(1);
      world.tell(() -> "wall clocks step by " + step);
      world.time().stepWall(step);
    }
  }

  void calm() {
    network.faults().calm();
    network.store().reconnect();
  }

  List<String> complaints() {
    return network.store().complaints();
  }

  LockClient client() {
    return client;
  }

  void leave() {
    network.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
