package dev.holdfast.redis.redlock;

import dev.holdfast.HoldfastException;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.Serial;
import dev.holdfast.redis.script.ExtendPlain;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Extends a lease on all nodes, and takes the lock again on those that have lost it. Ends as soon
 * as a quorum has answered so, or can't any more.
 *
 * <p>Confined to the serial of its claim.
 */
final class Extension {

  /** How it ended. */
  sealed interface Result {

    /** A quorum holds the lease for its whole time from the start of this on. */
    record Extended() implements Result {}

    /** So many nodes are somebody else's that there can't be a quorum. */
    record Taken() implements Result {}

    /**
     * Neither.
     *
     * @param why what the nodes did
     * @param answered whether a quorum answered at all
     */
    record Failed(HoldfastException why, boolean answered) implements Result {}
  }

  private final RedlockParts parts;
  private final Serial serial;
  private final String lockName;
  private final Consumer<Result> end;
  private final List<HoldfastException> failures = new ArrayList<>();
  private int confirmed;
  private int others;
  private int pending;
  private final SerialTimer limit;
  private boolean ended;

  Extension(RedlockParts parts, Serial serial, String lockName, Consumer<Result> end) {
    this.parts = parts;
    this.serial = serial;
    this.limit = new SerialTimer(parts, serial);
    this.lockName = lockName;
    this.end = end;
  }

  /**
   * Asks all nodes.
   *
   * @param touched told of each node that is asked
   */
  void begin(String value, long millis, long number, Consumer<Integer> touched) {
    String key = parts.key(lockName);
    for (Node node : parts.nodes()) {
      try {
        Link link = node.link();
        touched.accept(node.index());
        pending++;
        ExtendPlain.call(link, key, parts.counter(key), value, millis, number)
            .whenComplete(
                (answer, failure) -> serial.run(() -> answered(node, link, answer, failure)));
      } catch (HoldfastException none) {
        failures.add(none);
      }
    }
    limit.set(parts.options().nodeTimeout(), this::overdue);
    decide();
  }

  private void answered(
      Node node, Link link, ExtendPlain.@Nullable Answer answer, @Nullable Throwable failure) {
    if (answer != null) {
      node.answered();
    }
    if (ended) {
      return;
    }
    pending--;
    if (answer == null) {
      failures.add(
          failure == null
              ? parts.reason(node.name() + " did not answer")
              : parts.failed(node, failure, lockName));
    } else if (answer == ExtendPlain.Answer.OTHER) {
      others++;
    } else if (node.votes(link)) {
      confirmed++;
    } else {
      failures.add(parts.reason(node.voteless(link)));
    }
    decide();
  }

  private void overdue() {
    if (!ended) {
      pending = 0;
      failures.add(parts.reason("Some nodes did not answer in time"));
      decide();
    }
  }

  private void decide() {
    int quorum = parts.quorum();
    if (ended) {
      return;
    }
    if (confirmed >= quorum) {
      finish(new Result.Extended());
    } else if (parts.nodes().size() - others < quorum) {
      finish(new Result.Taken());
    } else if (confirmed + pending < quorum) {
      int answered = confirmed + others;
      finish(
          new Result.Failed(
              parts.noQuorum(answered, failures, lockName), answered >= parts.quorum()));
    }
  }

  private void finish(Result result) {
    ended = true;
    limit.cancel();
    end.accept(result);
  }
}
