package dev.holdfast.redis.redlock;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockView;
import dev.holdfast.redis.connection.Serial;
import dev.holdfast.redis.script.LookPlain;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.Token;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Looks who holds a lock: whoever has the same value on a quorum of the nodes. */
final class Looking {

  private final RedlockParts parts;
  private final String lockName;
  private final String key;
  private final Serial serial = new Serial();
  private final SerialTimer limit;
  private final CompletableFuture<LockView> done = new CompletableFuture<>();
  private final Map<String, List<LookPlain.Holder>> holders = new HashMap<>();
  private final List<HoldfastException> failures = new ArrayList<>();
  private int answered;
  private int pending;

  Looking(RedlockParts parts, String lockName) {
    this.parts = parts;
    this.limit = new SerialTimer(parts, serial);
    this.lockName = lockName;
    this.key = parts.key(lockName);
  }

  CompletableFuture<LockView> begin() {
    serial.run(
        () -> {
          limit.set(parts.options().nodeTimeout(), this::overdue);
          for (Node node : parts.nodes()) {
            try {
              pending++;
              LookPlain.call(node.link(), key, parts.counter(key))
                  .whenComplete(
                      (found, failure) -> serial.run(() -> answered(node, found, failure)));
            } catch (HoldfastException none) {
              pending--;
              failures.add(none);
            }
          }
          decide();
        });
    return done;
  }

  private void answered(Node node, Optional<LookPlain.Holder> found, @Nullable Throwable failure) {
    pending--;
    if (failure != null) {
      failures.add(parts.failed(node, failure, lockName));
    } else {
      answered++;
      found.ifPresent(
          holder -> holders.computeIfAbsent(holder.value(), same -> new ArrayList<>()).add(holder));
    }
    decide();
  }

  private void overdue() {
    pending = 0;
    failures.add(parts.reason("Some nodes did not answer in time"));
    decide();
  }

  private void decide() {
    Optional<LockView> view = view();
    if (done.isDone() || (pending > 0 && view.isEmpty())) {
      return;
    }
    limit.cancel();
    if (view.isPresent()) {
      done.complete(view.get());
    } else if (answered < parts.quorum()) {
      done.completeExceptionally(parts.noQuorum(answered, failures, lockName));
    } else {
      done.complete(new LockView(lockName, List.of(), List.of()));
    }
  }

  private Optional<LockView> view() {
    for (List<LookPlain.Holder> same : holders.values()) {
      if (same.size() >= parts.quorum()) {
        return Optional.of(new LockView(lockName, List.of(holder(same)), List.of()));
      }
    }
    return Optional.empty();
  }

  private LockView.Holder holder(List<LookPlain.Holder> same) {
    List<Long> left =
        same.stream()
            .map(one -> one.millisLeft() < 0 ? Long.MAX_VALUE / 1_000_000 : one.millisLeft())
            .sorted(Comparator.reverseOrder())
            .toList();
    Duration remaining = Duration.ofMillis(left.get(parts.quorum() - 1));
    long number = same.stream().mapToLong(LookPlain.Holder::number).max().orElse(0);
    String value = same.get(0).value();
    boolean numbered = value.startsWith("hf:") && number > 0 && number <= Token.SEQUENCE_MAX;
    long token = numbered ? Token.of(number, 0) : 0;
    Claim own = parts.holder(value);
    if (own == null) {
      return new LockView.Holder(LockView.Party.UNKNOWN, Instant.EPOCH, remaining, token);
    }
    Request request = own.request();
    LockView.Party party =
        new LockView.Party(
            parts.context().clientName(),
            parts.context().host(),
            parts.context().pid(),
            request.thread(),
            request.note());
    return new LockView.Holder(
        party, Instant.ofEpochMilli(own.sinceWallMillis()), remaining, token);
  }
}
