package dev.holdfast.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.memory.MemorySpaceView;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.tck.VirtualSession;
import dev.holdfast.tck.fault.BadNetwork;
import dev.holdfast.tck.fault.Faults;
import dev.holdfast.tck.time.SkewedTime;
import dev.holdfast.tck.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Some clients, some locks, bad networks and clocks that run apart, all decided by a seed and all
 * on one thread in virtual time. Faults first, then peace: everything must come to its end in it.
 */
final class World {

  static final ResourceId SEMAPHORE = new ResourceId(ResourceKind.SEMAPHORE, "semaphore");
  static final int PERMITS_MAX = 4;

  private static final Duration WAR = Duration.ofSeconds(40);
  private static final Duration PEACE = Duration.ofSeconds(60);

  private final Random random;
  private final VirtualTime time;
  private final MemorySpaceView space;
  private final Oracle oracle;
  private final List<Player> players = new ArrayList<>();
  private final Map<CompletableFuture<?>, String> futures = new LinkedHashMap<>();
  private final int locks;
  private final boolean talkative;

  /** Nothing goes wrong but that messages get lost: then waits have close bounds. */
  private final boolean quiet;

  /** There are readers and a semaphore beside those who want a lock alone. */
  private final boolean sharing;

  /** Changes the permits of the semaphore, past all faults; null if there is none. */
  private final @Nullable VirtualSession operator;

  private int permits = 2;
  private int permitChanges;

  World(long seed, boolean talkative) {
    this.talkative = talkative;
    random = new Random(seed);
    time = new VirtualTime(seed);
    String name = "simulation-" + UUID.randomUUID();
    space = MemorySpaceView.open(name, time);
    oracle = new Oracle(space, time);
    locks = 1 + below(2);
    quiet = happens(0.2);
    int count = 2 + below(3);
    for (int i = 0; i < count; i++) {
      Faults faults = new Faults(random.nextLong());
      if (happens(0.7)) {
        faults.delay(upTo(Duration.ofMillis(quiet || happens(0.6) ? 20 : 900)));
      }
      if (quiet) {
        faults.spoilMessages(0.5, 0.2);
      } else if (happens(0.5)) {
        faults.loseCalls(0.03, 0.03).spoilMessages(0.1, 0.1).arriveLate(0.5);
      }
      SkewedTime clock = new SkewedTime(time, below(9) - 4, Duration.ofMinutes(below(7) - 3));
      players.add(
          new Player(this, "player-" + i, BadNetwork.before("memory://" + name, faults), clock));
    }
    sharing = happens(0.5);
    operator =
        sharing
            ? new VirtualSession(time, "memory://" + name, "operator", WAR.plus(PEACE).plus(PEACE))
            : null;
    changePermits(Action.SET, permits);
  }

  private void changePermits(Action action, int number) {
    if (operator != null) {
      RequestId id = new RequestId("operator-" + permitChanges++);
      var unused = operator.session.changePermits(new PermitsChange(id, SEMAPHORE, action, number));
    }
  }

  /** One permit more or less, within bounds. */
  private void changePermits() {
    int change = happens(0.5) ? 1 : -1;
    if (permits + change >= 1 && permits + change <= PERMITS_MAX) {
      permits += change;
      tell(() -> "there are " + permits + " permits");
      changePermits(Action.ADD, change);
    }
  }

  void run() {
    for (Duration at = Duration.ZERO; at.compareTo(WAR) < 0; at = at.plus(upTo(pause()))) {
      Player player = players.get(below(players.size()));
      boolean suffers = !quiet && happens(0.08);
      later(at, suffers ? player::suffer : player::play);
      if (sharing && happens(0.05)) {
        later(at, this::changePermits);
      }
    }
    step(WAR);
    players.forEach(Player::calm);
    step(PEACE);
    judgeTheEnd();
  }

  private Duration pause() {
    return Duration.ofMillis(300);
  }

  private void step(Duration duration) {
    boolean unused =
        time.runUntil(
            () -> {
              oracle.judge();
              if (quiet) {
                oracle.judgeUnheard();
              }
              return false;
            },
            duration);
  }

  private void judgeTheEnd() {
    players.forEach(player -> assertThat(player.complaints()).isEmpty());
    futures.forEach((future, what) -> assertThat(future).as(what).isDone());
    assertThat(space.resources()).as("left in the store").isEmpty();
    List<Thread> closing =
        players.stream().map(player -> new Thread(player.client()::close)).toList();
    closing.forEach(Thread::start);
    // Closing blocks, so it has threads of its own. Nothing takes time any more.
    while (closing.stream().anyMatch(Thread::isAlive)) {
      time.settle();
      LockSupport.parkNanos(100_000);
    }
    if (operator != null) {
      operator.await(operator.session.close());
      operator.await(operator.store.close());
    }
    time.advance(Duration.ofSeconds(1));
    assertThat(space.sessions()).as("sessions left").isEmpty();
    assertThat(time.pending()).as("timers left").isZero();
  }

  void end() {
    players.forEach(Player::leave);
    space.close();
  }

  /** Remembers a future that must be done at the end. */
  void watch(CompletableFuture<?> future, String what) {
    futures.put(future, what);
  }

  void later(Duration delay, Runnable what) {
    var unused = time.schedule(what, delay.toNanos());
  }

  void tell(Supplier<String> news) {
    if (talkative) {
      System.out.printf("%12.6f %s%n", time.elapsedNanos() / 1e9, news.get());
    }
  }

  boolean happens(double chance) {
    return random.nextDouble() < chance;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** A time up to a bound, short ones more likely. */
  Duration upTo(Duration bound) {
    double part = random.nextDouble();
    return Duration.ofNanos((long) (bound.toNanos() * part * part));
  }

  /** Whether every grant is heard of by the application as soon as by its client. */
  boolean isQuiet() {
    return quiet;
  }

  Player anyone() {
    return players.get(below(players.size()));
  }

  int locks() {
    return locks;
  }

  boolean sharing() {
    return sharing;
  }

  VirtualTime time() {
    return time;
  }

  MemorySpaceView space() {
    return space;
  }

  Oracle oracle() {
    return oracle;
  }
}
