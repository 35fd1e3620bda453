package dev.holdfast.redis.redlock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts the answers of the nodes to one attempt to take a lock, and decides.
 *
 * <pre>
 *   of a node:  UNASKED --asked--> PENDING --granted--> GRANTED --raise--> RAISING --raised--> RAISED
 *                                     |--held by other--> HELD                 |
 *                                     '--failed, overdue--> FAILED <-----------'
 * </pre>
 *
 * <p>The lease's number is the highest that a node has granted. It counts only once a quorum of
 * nodes has it, so that any later lease whose quorum shares a node with this one gets a higher one.
 * Nodes agree as a rule; where they don't, those that granted are raised to it.
 *
 * <p>What a node without a vote grants raises the number, and counts for nothing else.
 */
final class Tally {

  private enum State {
    UNASKED,
    PENDING,
    GRANTED,
    RAISING,
    RAISED,
    HELD,
    FAILED
  }

  /** What follows from the answers so far. */
  enum Verdict {
    /** More answers are needed. */
    OPEN,
    /** The lock is ours, with the number. */
    WON,
    /** Nodes are to be raised: see {@link #raise}. */
    RAISE,
    /** A quorum can't be had any more. */
    LOST
  }

  private final int quorum;
  private final State[] states;
  private final boolean[] votes;
  // What each node surely has; and the highest to which it was told to raise.
  private final long[] numbers;
  private final long[] goals;

  Tally(int nodes) {
    this.quorum = quorum(nodes);
    this.states = new State[nodes];
    Arrays.fill(states, State.UNASKED);
    this.votes = new boolean[nodes];
    this.numbers = new long[nodes];
    this.goals = new long[nodes];
  }

  private Tally(Tally other) {
    this.quorum = other.quorum;
    this.states = other.states.clone();
    this.votes = other.votes.clone();
    this.numbers = other.numbers.clone();
    this.goals = other.goals.clone();
  }

  /** How many of so many nodes decide. */
  static int quorum(int nodes) {
    return nodes / 2 + 1;
  }

  /** The same count, to go on from in another way. */
  Tally copy() {
    return new Tally(this);
  }

  void asked(int node, boolean vote) {
    states[node] = State.PENDING;
    votes[node] = vote;
  }

  void granted(int node, long number) {
    if (states[node] == State.PENDING) {
      states[node] = State.GRANTED;
      numbers[node] = number;
    }
  }

  void held(int node) {
    if (states[node] == State.PENDING) {
      states[node] = State.HELD;
    }
  }

  /** A node has not answered, or with an error; or the raise was refused. */
  void failed(int node) {
    if (states[node] == State.PENDING || states[node] == State.RAISING) {
      states[node] = State.FAILED;
    }
  }

  /** A node has raised its number, and our value is set there. */
  void raised(int node, long number) {
    if (states[node] == State.RAISING) {
      numbers[node] = Math.max(numbers[node], number);
      states[node] = numbers[node] >= goals[node] ? State.RAISED : State.RAISING;
    }
  }

  /** Nothing more is waited for. Returns the nodes that had not answered. */
  List<Integer> overdue() {
    List<Integer> silent = new ArrayList<>();
    for (int node = 0; node < states.length; node++) {
      if (states[node] == State.PENDING || states[node] == State.RAISING) {
        states[node] = State.FAILED;
        silent.add(node);
      }
    }
    return silent;
  }

  Verdict verdict() {
    if (confirmed() >= quorum) {
      return Verdict.WON;
    }
    if (count(State.GRANTED, State.RAISING, State.RAISED, State.PENDING) < quorum) {
      return Verdict.LOST;
    }
    boolean enough = count(State.GRANTED, State.RAISING, State.RAISED) >= quorum;
    return enough && !below().isEmpty() ? Verdict.RAISE : Verdict.OPEN;
  }

  private int confirmed() {
    long number = number();
    int confirmed = 0;
    for (int node = 0; node < states.length; node++) {
      confirmed += votes[node] && hasGranted(node) && numbers[node] == number ? 1 : 0;
    }
    return confirmed;
  }

  private boolean hasGranted(int node) {
    return states[node] == State.GRANTED
        || states[node] == State.RAISING
        || states[node] == State.RAISED;
  }

  /** The nodes that have granted less than the present number, and were not told to raise to it. */
  private List<Integer> below() {
    long number = number();
    List<Integer> below = new ArrayList<>();
    for (int node = 0; node < states.length; node++) {
      if (hasGranted(node) && numbers[node] < number && goals[node] < number) {
        below.add(node);
      }
    }
    return below;
  }

  /**
   * Tells which nodes are to be raised to the present number. One that is being raised already is
   * raised once more when a node has granted a higher number since: an earlier lease may have had
   * that of the node, and this one must not be counted by it with a lower one.
   */
  List<Integer> raise() {
    List<Integer> below = below();
    for (int node : below) {
      states[node] = State.RAISING;
      goals[node] = number();
    }
    return below;
  }

  /** The number of the lease, if there is to be one: the highest that was granted so far. */
  long number() {
    long highest = 0;
    for (int node = 0; node < states.length; node++) {
      // Also of a node whose raise has failed since.
      highest = Math.max(highest, numbers[node]);
    }
    return highest;
  }

  private int count(State... some) {
    List<State> counted = List.of(some);
    int count = 0;
    for (int node = 0; node < states.length; node++) {
      count += votes[node] && counted.contains(states[node]) ? 1 : 0;
    }
    return count;
  }

  /** How many nodes with a vote have answered, or may still do so in time. */
  int reachable() {
    return count(State.PENDING, State.GRANTED, State.RAISING, State.RAISED, State.HELD);
  }

  /** How many nodes have granted, with a vote or without. */
  int grants() {
    int grants = 0;
    for (int node = 0; node < states.length; node++) {
      grants += hasGranted(node) ? 1 : 0;
    }
    return grants;
  }

  /** Whether the attempt may have left its value on a node, or may still do so. */
  boolean mayHold(int node) {
    return states[node] != State.UNASKED && states[node] != State.HELD;
  }

  @Override
  public String toString() {
    return Arrays.toString(states)
        + Arrays.toString(numbers)
        + Arrays.toString(votes)
        + Arrays.toString(goals);
  }
}
