package dev.holdfast.redis.connection;

import dev.holdfast.redis.script.MarkWrite;
import dev.holdfast.spi.DurationText;
import dev.holdfast.spi.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sees that enough replicas have what was written to a server, for all links of a wire.
 *
 * <p>{@code WAIT} is about the last write of the connection that calls it, and stops all that comes
 * behind it there. So it has a connection of its own, on which something is written first. Replicas
 * take all writes in one order: whoever has this one has every earlier one of any connection. It
 * must be a write. Newer servers note the place of a connection's last write and not of its last
 * command, so that a {@code WAIT} without one would be content with anything.
 *
 * <p>One {@code WAIT} is on its way; what comes meanwhile is collected and goes with the next. It
 * lasts until the oldest of those that it is for has no time left. Then the others go on with the
 * next one, so that each is answered within the time-out and a round trip.
 *
 * <p>When too few replicas are connected, nothing is to be waited for, and the server would wait
 * all the same. So it is asked how many are. While all is well the question goes together with
 * {@code WAIT}; if the answer is bad, the connection is given up, and from then on until a success
 * {@code WAIT} is sent only after a good answer.
 *
 * <p>The state is one immutable record in an atomic reference. What is not in it belongs to the
 * round that is on its way.
 */
final class Replicas {

  private static final Logger LOGGER = System.getLogger(Replicas.class.getName());

  /** So little time left is none. */
  private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private record Question(String sign, long sinceNanos, CompletableFuture<Void> end) {

    Question since(long nanos) {
      return new Question(sign, nanos, end);
    }
  }

  /** How many replicas are connected, and how many have what was written. */
  private record Count(int connected, long confirmed) {}

  /**
   * @param waiting those for whom the next round is
   * @param asked those for whom the round on its way is; empty if there is none
   * @param line the connection; null if there is none
   * @param ended why nothing is asked any more; null while it is
   */
  private record State(
      List<Question> waiting,
      List<Question> asked,
      @Nullable WaitLine line,
      @Nullable Throwable ended) {

    State with(Question question) {
      return ended == null
          ? new State(joined(waiting, List.of(question)), asked, line, null)
          : this;
    }

    State asking() {
      return asked.isEmpty() ? new State(List.of(), waiting, line, ended) : this;
    }

    State after(List<Question> again) {
      return new State(ended == null ? joined(again, waiting) : List.of(), List.of(), line, ended);
    }

    State over(@Nullable WaitLine next) {
      return new State(waiting, asked, ended == null ? next : null, ended);
    }

    State end(Throwable why) {
      return ended == null ? new State(List.of(), asked, null, why) : this;
    }

    private static List<Question> joined(List<Question> first, List<Question> second) {
      return Stream.concat(first.stream(), second.stream()).toList();
    }
  }

  private final int needed;
  private final Duration timeout;
  private final TimeSource time;
  private final Supplier<CompletionStage<WaitLine>> connect;

  private final AtomicReference<State> state =
      new AtomicReference<>(new State(List.of(), List.of(), null, null));

  // Volatile: handed from round to round, which may run on different threads.
  private volatile boolean careful = true;
  private volatile boolean told;

  /**
   * Asks nothing yet.
   *
   * @param connect makes a connection to the same server process
   */
  Replicas(RedisOptions options, TimeSource time, Supplier<CompletionStage<WaitLine>> connect) {
    this.needed = options.minReplicas();
    this.timeout = options.minReplicasTimeout();
    this.time = time;
    this.connect = connect;
  }

  /** Completes when enough replicas have all that was answered before. */
  CompletableFuture<Void> confirm(String sign) {
    Question question = new Question(sign, time.nanos(), new CompletableFuture<>());
    Throwable ended = state.updateAndGet(now -> now.with(question)).ended();
    if (ended != null) {
      return CompletableFuture.failedFuture(ended);
    }
    round();
    return question.end();
  }

  /** Begins a round for all that wait, unless one is on its way. */
  private void round() {
    State before = state.getAndUpdate(State::asking);
    if (!before.asked().isEmpty() || before.waiting().isEmpty()) {
      return;
    }
    WaitLine present = before.line();
    if (present != null && !present.isDown()) {
      ask(present, before.waiting());
    } else {
      connect(before.waiting());
    }
  }

  private void connect(List<Question> questions) {
    connect
        .get()
        .whenComplete(
            (made, failure) -> {
              if (failure != null) {
                settle(questions, Map.of(), null, failure);
                return;
              }
              Throwable late = state.updateAndGet(now -> now.over(made)).ended();
              if (late != null) {
                made.fail(late);
                settle(questions, Map.of(), null, late);
                return;
              }
              careful = true;
              // The time is for the replicas, not for the connection.
              long nowNanos = time.nanos();
              ask(made, questions.stream().map(question -> question.since(nowNanos)).toList());
            });
  }

  private void ask(WaitLine present, List<Question> questions) {
    Map<String, CompletableFuture<MarkWrite.Answer>> writes = new HashMap<>();
    questions.forEach(question -> writes.computeIfAbsent(question.sign(), present::mark));
    CompletableFuture<ServerFacts> facts = present.replication();
    CompletableFuture<Count> count = new CompletableFuture<>();
    boolean atOnce = !careful;
    if (atOnce) {
      await(present, questions, facts, count);
    }
    var unused =
        facts.whenComplete(
            (found, failure) -> {
              if (failure != null) {
                count.completeExceptionally(failure);
              } else if (found.replicas() < needed) {
                careful = true;
                if (atOnce) {
                  state.updateAndGet(now -> now.over(null));
                }
                count.complete(new Count(found.replicas(), 0));
                if (atOnce) {
                  present.fail(new LinkDownException("too few replicas are connected"));
                }
              } else if (!atOnce) {
                await(present, questions, facts, count);
              }
            });
    var unusedEnd =
        count.whenComplete((counted, failure) -> settle(questions, writes, counted, failure));
  }

  private void await(
      WaitLine present,
      List<Question> questions,
      CompletableFuture<ServerFacts> facts,
      CompletableFuture<Count> count) {
    long leftNanos =
        questions.stream().mapToLong(question -> leftNanos(question)).min().orElse(0) + 999_999;
    var unused =
        present
            .await(needed, Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos)))
            .thenCombine(facts, (confirmed, found) -> new Count(found.replicas(), confirmed))
            .whenComplete(
                (counted, failure) -> {
                  if (failure != null) {
                    count.completeExceptionally(failure);
                  } else {
                    count.complete(counted);
                  }
                });
  }

  private long leftNanos(Question question) {
    return timeout.toNanos() - (time.nanos() - question.sinceNanos());
  }

  /** The round is over: ends what it was for, or lets it go on with the next. */
  private void settle(
      List<Question> questions,
      Map<String, CompletableFuture<MarkWrite.Answer>> writes,
      @Nullable Count count,
      @Nullable Throwable failure) {
    List<Question> again = new ArrayList<>();
    for (Question question : questions) {
      CompletableFuture<MarkWrite.Answer> write = writes.get(question.sign());
      if (failure != null || count == null || write == null) {
        question.end().completeExceptionally(failure == null ? unknown() : failure);
      } else if (write.isCompletedExceptionally()) {
        var unused =
            write.whenComplete((none, refused) -> question.end().completeExceptionally(refused));
      } else if (count.connected() < needed) {
        question.end().completeExceptionally(tooFew(count));
      } else if (write.isDone() && count.confirmed() >= needed) {
        // A sign that the server did not know how to write at first was written after WAIT.
        question.end().complete(null);
      } else if (leftNanos(question) < SLACK_NANOS) {
        question.end().completeExceptionally(tooFew(count));
      } else {
        again.add(question);
      }
    }
    if (count != null && (again.isEmpty() || count.confirmed() >= needed)) {
      tell(count);
    }
    next(again);
  }

  private void next(List<Question> again) {
    Throwable late = state.updateAndGet(now -> now.after(again)).ended();
    if (late != null) {
      again.forEach(question -> question.end().completeExceptionally(late));
    }
    round();
  }

  private static Throwable unknown() {
    return new LinkDownException("the replicas could not be asked");
  }

  private TooFewReplicasException tooFew(Count count) {
    if (count.connected() < needed) {
      return new TooFewReplicasException(
          "minReplicas=%d, and %d of its replicas are connected; connect replicas to it, or ask for"
                  .formatted(needed, count.connected())
              + " fewer by ?minReplicas=. Nothing was granted");
    }
    return new TooFewReplicasException(
        "minReplicas=%d, and %d of its replicas had the grant within %s, of %d connected; see that"
                .formatted(needed, count.confirmed(), DurationText.of(timeout), count.connected())
            + " they keep up, or give them more time by ?minReplicasTimeout=. Nothing was granted");
  }

  private void tell(Count count) {
    boolean enough = count.confirmed() >= needed;
    if (enough) {
      careful = false;
    }
    if (enough == told) {
      told = !enough;
      LOGGER.log(
          enough ? Level.INFO : Level.WARNING,
          enough
              ? "Enough replicas confirm again: {0} of {1} connected"
              : "Too few replicas confirm: {0} of {1} connected. Until they do, nothing is granted,"
                  + " and what is held is lost when its session is not confirmed in time.",
          Long.toString(count.confirmed()),
          Integer.toString(count.connected()));
    }
  }

  /** Asks nothing any more. What waits fails. */
  void end(Throwable why) {
    State before = state.getAndUpdate(now -> now.end(why));
    if (before.ended() != null) {
      return;
    }
    WaitLine last = before.line();
    if (last != null) {
      last.fail(why);
    }
    State.joined(before.asked(), before.waiting())
        .forEach(question -> question.end().completeExceptionally(why));
  }
}
