package dev.holdfast.tck.fault;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides what goes wrong between clients and a store: what was ordered for the next calls of a
 * kind, otherwise by chance. Without orders and with all chances at zero nothing does. Thread-safe.
 */
public final class Faults {

  private final ReentrantLock guard = new ReentrantLock();

  // All guarded by the guard.
  private final Random random;
  private final Map<Call, Queue<Fate>> ordered = new EnumMap<>(Call.class);
  private final Map<Call, Integer> counts = new EnumMap<>(Call.class);
  private double lossOfCall;
  private double lossOfAnswer;
  private double lossOfMessage;
  private double doubledMessage;
  private double lateArrival;
  private Duration delayMax = Duration.ZERO;
  private @Nullable Predicate<Call> blackHole;

  /**
   * Makes a source of faults.
   *
   * @param seed decides everything that is left to chance
   */
  public Faults(long seed) {
    this.random = new Random(seed);
  }

  /**
   * Makes a source of faults that come only when ordered.
   *
   * @return a source without chances
   */
  public static Faults onlyOrdered() {
    return new Faults(0);
  }

  /**
   * Lets single calls and answers get lost.
   *
   * @param call how likely a call is lost, from 0 to 1
   * @param answer how likely an answer is lost, from 0 to 1
   * @return this
   */
  public Faults loseCalls(double call, double answer) {
    guarded(
        () -> {
          lossOfCall = call;
          lossOfAnswer = answer;
        });
    return this;
  }

  /**
   * Lets messages get lost or come twice.
   *
   * @param lost how likely a message is lost, from 0 to 1
   * @param doubled how likely it comes twice, from 0 to 1
   * @return this
   */
  public Faults spoilMessages(double lost, double doubled) {
    guarded(
        () -> {
          lossOfMessage = lost;
          doubledMessage = doubled;
        });
    return this;
  }

  /**
   * Lets everything take time.
   *
   * @param max the longest way in one direction
   * @return this
   */
  public Faults delay(Duration max) {
    guarded(() -> delayMax = max);
    return this;
  }

  /**
   * Lets calls that were on their way when the connection broke arrive all the same, before the
   * next connection is there.
   *
   * @param chance how likely, from 0 to 1
   * @return this
   */
  public Faults arriveLate(double chance) {
    guarded(() -> lateArrival = chance);
    return this;
  }

  /**
   * Swallows all calls of some kinds until {@link #calm}.
   *
   * @param which the kinds
   */
  public void swallow(Predicate<Call> which) {
    guarded(() -> blackHole = which);
  }

  /**
   * Orders the fate of the next call of a kind; orders queue up.
   *
   * @param call the kind
   * @param fate its fate
   */
  public void next(Call call, Fate fate) {
    guarded(() -> ordered.computeIfAbsent(call, kind -> new ArrayDeque<>()).add(fate));
  }

  /** Ends all faults: no chances, no orders. */
  public void calm() {
    guarded(
        () -> {
          ordered.clear();
          blackHole = null;
          lossOfCall = 0;
          lossOfAnswer = 0;
          lossOfMessage = 0;
          doubledMessage = 0;
          lateArrival = 0;
          delayMax = Duration.ZERO;
        });
  }

  /**
   * Counts calls.
   *
   * @param call the kind
   * @return how many were made so far, lost ones included
   */
  public int count(Call call) {
    guard.lock();
    try {
      return counts.getOrDefault(call, 0);
    } finally {
      guard.unlock();
    }
  }

  /** Decides about a call. */
  Fate ofCall(Call call) {
    guard.lock();
    try {
      counts.merge(call, 1, Integer::sum);
      Queue<Fate> orders = ordered.get(call);
      Fate order = orders == null ? null : orders.poll();
      if (order != null) {
        return order;
      }
      if (blackHole != null && blackHole.test(call)) {
        return Fate.LOST;
      }
      return new Fate(!chance(lossOfCall), !chance(lossOfAnswer), delay(), delay());
    } finally {
      guard.unlock();
    }
  }

  /** Decides how often and how late a message arrives. */
  Message ofMessage() {
    guard.lock();
    try {
      return new Message(chance(lossOfMessage) ? 0 : chance(doubledMessage) ? 2 : 1, delay());
    } finally {
      guard.unlock();
    }
  }

  /** Decides whether a call that a broken connection left behind arrives. */
  boolean arrivesLate() {
    guard.lock();
    try {
      return chance(lateArrival);
    } finally {
      guard.unlock();
    }
  }

  /** Decides something else by chance. */
  boolean happens(double chance) {
    guard.lock();
    try {
      return chance(chance);
    } finally {
      guard.unlock();
    }
  }

  /** What becomes of a message. */
  record Message(int times, Duration delay) {}

  private boolean chance(double chance) {
    return chance > 0 && random.nextDouble() < chance;
  }

  private Duration delay() {
    long max = delayMax.toNanos();
    return max == 0 ? Duration.ZERO : Duration.ofNanos((long) (random.nextDouble() * max));
  }

  private void guarded(Runnable change) {
    guard.lock();
    try {
      change.run();
    } finally {
      guard.unlock();
    }
  }
}
