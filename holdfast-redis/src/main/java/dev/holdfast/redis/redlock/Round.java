package dev.holdfast.redis.redlock;

import dev.holdfast.HoldfastException;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.Serial;
import dev.holdfast.redis.script.RaisePlain;
import dev.holdfast.redis.script.TakePlain;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to take a lock: asks all nodes at once, each for as long as a node may take, and ends
 * as soon as the answers so far decide. Later answers change nothing; what they may mean is freed
 * behind them, over the same connection.
 *
 * <p>Confined to the serial of its claim.
 */
final class Round {

  /** How it ended. */
  sealed interface Result {

    /**
     * The lock is ours.
     *
     * @param number the lease's number
     */
    record Won(long number) implements Result {}

    /**
     * Others have it, or want it at the same time.
     *
     * @param millisLeft when enough of the nodes that somebody holds will be free, as they say
     * @param published whether those tell of their releases
     * @param split whether some nodes granted, so that nobody may have won
     */
    record Contended(long millisLeft, boolean published, boolean split) implements Result {}

    /**
     * Too few nodes have answered.
     *
     * @param why what the others did
     */
    record NoQuorum(HoldfastException why) implements Result {}
  }

  private final RedlockParts parts;
  private final Serial serial;
  private final String lockName;
  private final String key;
  private final String value;
  private final long millis;
  private final long startNanos;
  private final Consumer<Result> end;
  private final Tally tally;
  private final List<TakePlain.Answer.Held> others = new ArrayList<>();
  private final List<HoldfastException> failures = new ArrayList<>();
  private @Nullable Link[] links;
  private final SerialTimer limit;
  private boolean ended;

  Round(
      RedlockParts parts,
      Serial serial,
      String lockName,
      String value,
      long millis,
      Consumer<Result> end) {
    this.parts = parts;
    this.serial = serial;
    this.limit = new SerialTimer(parts, serial);
    this.lockName = lockName;
    this.key = parts.key(lockName);
    this.value = value;
    this.millis = millis;
    this.end = end;
    this.startNanos = parts.now();
    this.tally = new Tally(parts.nodes().size());
    this.links = new @Nullable Link[parts.nodes().size()];
  }

  String value() {
    return value;
  }

  /** When it began: what it sets on any node lasts from then at least. */
  long startNanos() {
    return startNanos;
  }

  /** For how long. */
  long millis() {
    return millis;
  }

  void begin() {
    int voting = 0;
    for (Node node : parts.nodes()) {
      voting += canVote(node) ? 1 : 0;
    }
    if (voting < parts.quorum()) {
      // Nothing is sent that could only be freed again.
      finish(new Result.NoQuorum(parts.noQuorum(voting, failures, lockName)));
      return;
    }
    for (Node node : parts.nodes()) {
      Link link = links[node.index()];
      if (link != null) {
        tally.asked(node.index(), node.votes(link));
        TakePlain.call(link, key, parts.counter(key), value, millis)
            .whenComplete((answer, failure) -> serial.run(() -> answered(node, answer, failure)));
      }
    }
    bound();
    decide();
  }

  private boolean canVote(Node node) {
    try {
      Link link = node.link();
      links[node.index()] = link;
      if (node.votes(link)) {
        return true;
      }
      failures.add(parts.reason(node.voteless(link)));
    } catch (HoldfastException none) {
      failures.add(none);
    }
    return false;
  }

  private void bound() {
    limit.set(parts.options().nodeTimeout(), this::overdue);
  }

  private void answered(Node node, TakePlain.@Nullable Answer answer, @Nullable Throwable failure) {
    if (answer != null) {
      node.answered();
    }
    if (ended) {
      return;
    }
    if (answer instanceof TakePlain.Answer.Granted granted) {
      tally.granted(node.index(), granted.number());
    } else if (answer instanceof TakePlain.Answer.Held held) {
      others.add(held);
      tally.held(node.index());
    } else {
      tally.failed(node.index());
      failures.add(
          failure == null
              ? parts.errors().at(node.index()).exhausted(lockName)
              : parts.failed(node, failure, lockName));
    }
    decide();
  }

  private void decide() {
    if (ended) {
      return;
    }
    switch (tally.verdict()) {
      case WON -> finish(new Result.Won(tally.number()));
      case LOST -> finish(lost());
      case RAISE -> raise();
      case OPEN -> {}
    }
  }

  private void raise() {
    for (int index : tally.raise()) {
      Node node = parts.nodes().get(index);
      Link link = links[index];
      if (link == null) {
        throw new IllegalStateException("Node " + node + " was never asked");
      }
      long number = tally.number();
      RaisePlain.call(link, key, parts.counter(key), value, number)
          .whenComplete(
              (answer, failure) -> serial.run(() -> raised(node, number, answer, failure)));
    }
    bound();
    decide();
  }

  private void raised(
      Node node, long number, RaisePlain.@Nullable Answer answer, @Nullable Throwable failure) {
    if (ended) {
      return;
    }
    if (answer == RaisePlain.Answer.RAISED) {
      tally.raised(node.index(), number);
    } else {
      tally.failed(node.index());
      if (failure != null) {
        failures.add(parts.failed(node, failure, lockName));
      }
    }
    decide();
  }

  private void overdue() {
    if (ended) {
      return;
    }
    for (int index : tally.overdue()) {
      failures.add(parts.reason(parts.nodes().get(index).name() + " did not answer in time"));
    }
    decide();
    if (!ended) {
      // Nothing is on its way that could change it.
      finish(lost());
    }
  }

  private Result lost() {
    if (tally.reachable() < parts.quorum()) {
      return new Result.NoQuorum(parts.noQuorum(tally.reachable(), failures, lockName));
    }
    List<Long> left =
        others.stream()
            .map(held -> held.millisLeft() < 0 ? Long.MAX_VALUE : held.millisLeft())
            .sorted()
            .toList();
    int needed = Math.max(1, parts.quorum() - tally.grants());
    long wait = left.isEmpty() ? 0 : left.get(Math.min(needed, left.size()) - 1);
    long published = others.stream().filter(TakePlain.Answer.Held::published).count();
    return new Result.Contended(wait, 2 * published > others.size(), tally.grants() > 0);
  }

  private void finish(Result result) {
    stop();
    end.accept(result);
  }

  private void stop() {
    ended = true;
    limit.cancel();
  }

  /** Gives up; the end is not told. */
  void abandon() {
    stop();
  }

  /** Whether its value may be set on a node, or may be set yet by a command on its way. */
  boolean mayHold(int node) {
    return tally.mayHold(node);
  }
}
