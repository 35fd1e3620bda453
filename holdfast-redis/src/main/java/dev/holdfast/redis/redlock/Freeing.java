package dev.holdfast.redis.redlock;

import dev.holdfast.HoldfastException;
import dev.holdfast.redis.connection.Serial;
import dev.holdfast.redis.script.FreePlain;
import dev.holdfast.spi.ReleaseAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Frees a value on every node that may have it. It is confirmed when so many nodes surely have it
 * no more that anybody else can get a quorum; nodes that are away are left to {@link Node}.
 *
 * <p>Confined to the serial of its claim.
 */
final class Freeing {

  private final RedlockParts parts;
  private final Serial serial;
  private final String lockName;
  private final CompletableFuture<ReleaseAnswer> done = new CompletableFuture<>();
  private final List<HoldfastException> failures = new ArrayList<>();
  private int asked;
  private int freed;
  private int others;
  private int missing;
  private final SerialTimer limit;

  Freeing(RedlockParts parts, Serial serial, String lockName) {
    this.parts = parts;
    this.serial = serial;
    this.limit = new SerialTimer(parts, serial);
    this.lockName = lockName;
  }

  /** Begins; completes when it is confirmed, or exceptionally when it can't be in time. */
  CompletableFuture<ReleaseAnswer> begin(String value, boolean[] nodes) {
    String key = parts.key(lockName);
    for (Node node : parts.nodes()) {
      if (nodes[node.index()]) {
        asked++;
        node.free(key, value)
            .whenComplete((answer, failure) -> serial.run(() -> answered(node, answer, failure)));
      }
    }
    limit.set(parts.options().nodeTimeout(), this::overdue);
    decide();
    return done;
  }

  private void answered(Node node, FreePlain.@Nullable Answer answer, @Nullable Throwable failure) {
    if (answer == FreePlain.Answer.FREED) {
      freed++;
    } else if (answer == FreePlain.Answer.OTHER) {
      others++;
    } else if (answer == FreePlain.Answer.NONE) {
      missing++;
    } else if (failure != null) {
      failures.add(parts.failed(node, failure, lockName));
    }
    decide();
  }

  private void decide() {
    int without = parts.nodes().size() - asked + freed + others + missing;
    if (without >= parts.quorum()) {
      // Had it not been on a quorum, somebody else could have got one.
      boolean lost = asked - others - missing < parts.quorum();
      limit.cancel();
      done.complete(
          lost
              ? new ReleaseAnswer(ReleaseAnswer.Outcome.NOT_HOLDING, others > 0)
              : new ReleaseAnswer(ReleaseAnswer.Outcome.RELEASED, false));
    } else if (without + asked - freed - others - missing - failures.size() < parts.quorum()) {
      fail();
    }
  }

  private void overdue() {
    if (!done.isDone()) {
      failures.add(parts.reason("Some nodes did not answer in time"));
      fail();
    }
  }

  private void fail() {
    limit.cancel();
    done.completeExceptionally(parts.noQuorum(freed + others + missing, failures, lockName));
  }
}
