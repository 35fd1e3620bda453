package dev.holdfast.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.StoreUnavailableException;
import dev.holdfast.memory.MemorySpaceView;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
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
 * Some clients that begin one round of a latch after the other, count it down exactly, and await
 * it, over bad networks; all decided by a seed and all on one thread in virtual time. Faults first,
 * then peace.
 *
 * <p>Judged is that nobody gets through before all count-downs of the round were begun, which a
 * count-down that counts twice, or in the next round, would bring about; and that in peace all get
 * through, which one that was dropped would prevent.
 */
final class LatchWorld {

  static final ResourceId LATCH = new ResourceId(ResourceKind.LATCH, "latch");

  private static final Duration WAR = Duration.ofSeconds(60);
  private static final Duration PEACE = Duration.ofSeconds(60);

  /** A round as it was begun, which need not have been confirmed to whoever begins it. */
  private static final class Round {
    private final int number;
    private final int count;
    private int begun;

    private Round(int number, int count) {
      this.number = number;
      this.count = count;
    }
  }

  private final Random random;
  private final VirtualTime time;
  private final MemorySpaceView space;
  private final List<LatchPlayer> players = new ArrayList<>();
  private final Map<CompletableFuture<?>, String> futures = new LinkedHashMap<>();
  private final boolean talkative;
  private @Nullable Round current;
  private boolean peace;
  private int ended;

  LatchWorld(long seed, boolean talkative) {
    this.talkative = talkative;
    random = new Random(seed);
    time = new VirtualTime(seed);
    String name = "latches-" + UUID.randomUUID();
    space = MemorySpaceView.open(name, time);
    int count = 2 + below(3);
    for (int i = 0; i < count; i++) {
      BadNetwork network = BadNetwork.before("memory://" + name, new Faults(random.nextLong()));
      SkewedTime clock = new SkewedTime(time, below(9) - 4, Duration.ofMinutes(below(7) - 3));
      players.add(new LatchPlayer(network, clock, time, i));
    }
    // Once all are connected, which is tried only once.
    time.settle();
    players.forEach(player -> spoil(player.network().faults()));
  }

  private void spoil(Faults faults) {
    if (happens(0.7)) {
      faults.delay(upTo(Duration.ofMillis(happens(0.6) ? 20 : 900)));
    }
    if (happens(0.7)) {
      faults.loseCalls(0.1, 0.1).spoilMessages(0.2, 0.1).arriveLate(0.5);
    }
  }

  /** Plays to the end; returns how many rounds have ended. */
  int run() {
    beginRound(1);
    for (Duration at = Duration.ZERO; at.compareTo(WAR) < 0; at = at.plus(upTo(pause()))) {
      LatchPlayer player = anyone();
      later(at, happens(0.15) ? () -> suffer(player) : () -> await(player));
    }
    time.advance(WAR);
    peace = true;
    players.forEach(LatchPlayer::calm);
    time.advance(PEACE);
    judgeTheEnd();
    return ended;
  }

  private static Duration pause() {
    return Duration.ofMillis(400);
  }

  private void beginRound(int number) {
    LatchPlayer setter = anyone();
    Round round = new Round(number, 1 + below(4));
    tell(() -> setter + " begins round " + number + " of " + round.count);
    watch(
        setter
            .set(round.count)
            .thenAccept(
                outcome -> {
                  assertThat(outcome.done()).as("round %s begun", number).isTrue();
                  current = round;
                  for (int i = 0; i < round.count; i++) {
                    later(upTo(Duration.ofSeconds(2)), () -> countDown(round));
                  }
                  awaitAndGoOn(setter, round);
                }),
        "round " + number);
  }

  private void countDown(Round round) {
    LatchPlayer player = anyone();
    round.begun++;
    tell(() -> player + " counts down " + round.number + " for the " + round.begun + ". time");
    watch(player.countDown(), "count-down in round " + round.number);
  }

  /** Whoever has begun a round awaits it, and sees to it that the next one is begun. */
  private void awaitAndGoOn(LatchPlayer setter, Round round) {
    watch(
        setter
            .await()
            .handle(
                (through, failure) -> {
                  if (failure != null) {
                    judgeFailure(failure);
                    awaitAndGoOn(setter, round);
                    return false;
                  }
                  judge(round);
                  ended++;
                  if (!peace) {
                    later(upTo(Duration.ofMillis(200)), () -> beginRound(round.number + 1));
                  }
                  return true;
                }),
        "round " + round.number + " awaited by its setter");
  }

  private void await(LatchPlayer player) {
    Round open = current;
    tell(() -> player + " awaits" + (open == null ? "" : ", open is " + open.number));
    if (happens(0.3)) {
      Duration wait = upTo(Duration.ofSeconds(4));
      watch(
          player
              .await(wait)
              .handle(
                  (through, failure) -> {
                    if (failure != null) {
                      judgeFailure(failure);
                    } else if (through && open != null) {
                      judge(open);
                    }
                    return true;
                  }),
          "await for " + wait);
      return;
    }
    CompletableFuture<Void> awaited = player.await();
    watch(
        awaited.thenRun(
            () -> {
              if (open != null) {
                judge(open);
              }
            }),
        "await without a limit");
    if (happens(0.2)) {
      later(upTo(Duration.ofSeconds(2)), () -> awaited.cancel(false));
    }
  }

  private void judge(Round round) {
    tell(() -> "through, round " + round.number);
    if (round.begun < round.count) {
      throw new AssertionError(
          "Through after " + round.begun + " of " + round.count + " in round " + round.number);
    }
  }

  private static void judgeFailure(Throwable failure) {
    assertThat(failure).isInstanceOf(StoreUnavailableException.class);
  }

  private void suffer(LatchPlayer player) {
    int kind = below(4);
    if (kind < 2) {
      Duration down = upTo(LatchPlayer.TTL.multipliedBy(2));
      tell(() -> player + " is cut off for " + down);
      player.network().store().disconnect(down);
    } else if (kind == 2) {
      tell(() -> player + " loses its session");
      player.network().store().sessions().forEach(session -> space.endSession(session.id()));
    } else {
      tell(() -> player + " finds another store process");
      player.network().store().loseData(1);
    }
  }

  private void judgeTheEnd() {
    players.forEach(p -> assertThat(p.network().store().complaints()).isEmpty());
    futures.forEach((future, what) -> assertThat(future).as(what).isDone());
    assertThat(space.awaiting(LATCH)).as("awaiting in the store").isZero();
    assertThat(space.resources()).as("open in the store").isEmpty();
    List<Thread> closing = players.stream().map(p -> new Thread(p.client()::close)).toList();
    closing.forEach(Thread::start);
    // Closing blocks, so it has threads of its own. Nothing takes time any more.
    while (closing.stream().anyMatch(Thread::isAlive)) {
      time.settle();
      LockSupport.parkNanos(100_000);
    }
    time.advance(Duration.ofSeconds(1));
    assertThat(space.sessions()).as("sessions left").isEmpty();
    assertThat(time.pending()).as("timers left").isZero();
  }

  void end() {
    players.forEach(p -> p.network().close());
    space.close();
  }

  private LatchPlayer anyone() {
    return players.get(below(players.size()));
  }

  private void watch(CompletableFuture<?> future, String what) {
    futures.put(future, what);
    var unused =
        future.whenComplete(
            (done, failure) -> {
              if (failure != null && failure.getCause() instanceof AssertionError wrong) {
                later(
                    Duration.ZERO,
                    () -> {
                      throw wrong;
                    });
              }
            });
  }

  private void later(Duration delay, Runnable what) {
    var unused = time.schedule(what, delay.toNanos());
  }

  private void tell(Supplier<String> news) {
    if (talkative) {
      System.out.printf("%12.6f %s%n", time.elapsedNanos() / 1e9, news.get());
    }
  }

  private boolean happens(double chance) {
    return random.nextDouble() < chance;
  }

  private int below(int bound) {
    return random.nextInt(bound);
  }

  /** A time up to a bound, short ones more likely. */
  private Duration upTo(Duration bound) {
    double part = random.nextDouble();
    return Duration.ofNanos((long) (bound.toNanos() * part * part));
  }
}
