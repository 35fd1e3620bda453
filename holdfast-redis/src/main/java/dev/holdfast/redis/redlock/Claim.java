package dev.holdfast.redis.redlock;

import dev.holdfast.redis.connection.Serial;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request of a session, from the first asking to its release.
 *
 * <pre>
 *   IDLE --asked--> TRYING --won--> HELD --released--> ENDED
 *    ^                | ^ '--won, but a renewal was sent since--> SETTLING --extended--> HELD
 *    |--no quorum-----' |                                            '--failed--> as if lost
 *    |          contended| message, timer
 *    '                  v |
 *                      WAITING --released--> ENDED
 * </pre>
 *
 * <p>While nodes can't be reached the engine asks again; while others have the lock this does.
 *
 * <p>Everything is confined to the serial, except where noted.
 */
final class Claim {

  enum Phase {
    IDLE,
    TRYING,
    SETTLING,
    WAITING,
    HELD,
    RELEASING,
    ENDED
  }

  /** Of a renewal. */
  enum Renewed {
    /** The lease lasts for its whole time from the renewal on, or there is none to extend. */
    DONE,
    /** The lease is lost. */
    LOST
  }

  private static final Duration DRIFT_MIN = Duration.ofMillis(2);
  private static final int DRIFT_PART = 100;

  private final RedlockParts parts;
  private final RedlockSession session;
  private final Request request;
  private final Serial serial = new Serial();
  private final Backoff backoff;
  private final List<CompletableFuture<RequestAnswer>> asks = new ArrayList<>();
  private final boolean[] touched;
  private Phase phase = Phase.IDLE;
  private @Nullable Round round;
  private Scheduler.@Nullable Timer timer;
  private long retryNanos;
  private boolean waited;
  private boolean listening;
  private String value = "";
  private long number;
  // When the last confirmed setting of the keys began, and for how long it set them.
  private long setNanos;
  private long setMillis;
  // The bound of the lease, if it has one.
  private boolean bounded;
  private long boundNanos;
  // Written before the value is made known to others; read by who looks at the lock.
  private volatile long sinceWallMillis;

  Claim(RedlockParts parts, RedlockSession session, Request request) {
    this.parts = parts;
    this.session = session;
    this.request = request;
    this.backoff = new Backoff(parts);
    this.touched = new boolean[parts.nodes().size()];
  }

  Request request() {
    return request;
  }

  long sinceWallMillis() {
    return sinceWallMillis;
  }

  // ---- asking ----------------------------------------------------------------------------------

  CompletableFuture<RequestAnswer> ask() {
    CompletableFuture<RequestAnswer> answer = new CompletableFuture<>();
    serial.run(
        () -> {
          switch (phase) {
            case HELD -> answer.complete(granted());
            case WAITING -> answer.complete(queued());
            case RELEASING, ENDED -> answer.complete(new RequestAnswer.Refused());
            case TRYING, SETTLING -> asks.add(answer);
            case IDLE -> {
              asks.add(answer);
              attempt();
            }
          }
        });
    return answer;
  }

  private RequestAnswer granted() {
    // Programs that wait don't say so, and count as if they did.
    return new RequestAnswer.Granted(new Grant(number, true));
  }

  private RequestAnswer queued() {
    long nanos = Math.max(0, retryNanos - parts.now());
    return new RequestAnswer.Queued(0, Duration.ofNanos(nanos));
  }

  private void attempt() {
    phase = Phase.TRYING;
    setMillis = lasting();
    backoff.begin();
    Round next =
        new Round(
            parts, serial, request.resource().name(), parts.nextValue(), setMillis, this::ended);
    round = next;
    next.begin();
  }

  /**
   * No key lasts longer than the session; a bound that the store sets counts from the first try.
   */
  private long lasting() {
    Optional<Duration> lease = waited ? Optional.empty() : request.leaseTime();
    long ttl = session.ttl().toMillis();
    return lease.map(time -> Math.min(ttl, Math.max(1, time.toMillis()))).orElse(ttl);
  }

  private void ended(Round.Result result) {
    Round over = round();
    if (phase != Phase.TRYING) {
      return;
    }
    if (result instanceof Round.Result.Won won && valid(over.startNanos(), setMillis)) {
      won(over, won.number());
    } else if (result instanceof Round.Result.NoQuorum none) {
      free(over);
      unreachable(none);
    } else {
      free(over);
      contended(
          result instanceof Round.Result.Contended contended
              ? contended
              : new Round.Result.Contended(0, false, true));
    }
  }

  private Round round() {
    Round now = round;
    if (now == null) {
      throw new IllegalStateException("No round in " + phase);
    }
    return now;
  }

  private boolean valid(long startNanos, long millis) {
    return remainingNanos(startNanos, millis) > 0;
  }

  private long remainingNanos(long startNanos, long millis) {
    long lasts = TimeUnit.MILLISECONDS.toNanos(millis);
    return startNanos + lasts - lasts / DRIFT_PART - DRIFT_MIN.toNanos() - parts.now();
  }

  private void won(Round over, long given) {
    value = over.value();
    number = given;
    setNanos = over.startNanos();
    for (int node = 0; node < touched.length; node++) {
      touched[node] = over.mayHold(node);
    }
    if (request.leaseTime().isPresent() && !waited) {
      bounded = true;
      boundNanos = setNanos + request.leaseTime().get().toNanos();
    }
    settle();
  }

  /**
   * A renewal of the session speaks for every lease: one that was won by a round which began before
   * the renewal was sent is extended first.
   */
  private void settle() {
    if (session.renewalSentNanos() - setNanos <= 0 || bounded) {
      hold();
      return;
    }
    phase = Phase.SETTLING;
    extend(
        result -> {
          if (phase != Phase.SETTLING) {
            return;
          }
          if (result instanceof Extension.Result.Extended) {
            settle();
          } else {
            freeAll();
            contended(new Round.Result.Contended(0, false, true));
          }
        });
  }

  private void hold() {
    phase = Phase.HELD;
    sinceWallMillis = parts.context().time().wallMillis();
    parts.holds(value, this);
    endWait();
    if (asks.isEmpty()) {
      session.granted(request, new Grant(number, true));
    } else {
      answer(granted());
    }
  }

  private void answer(RequestAnswer answer) {
    List<CompletableFuture<RequestAnswer>> answered = List.copyOf(asks);
    asks.clear();
    answered.forEach(ask -> ask.complete(answer));
  }

  /** The engine asks again after a pause, as it does of any store. */
  private void unreachable(Round.Result.NoQuorum none) {
    phase = Phase.IDLE;
    endWait();
    if (asks.isEmpty()) {
      session.askAgain(request.id());
      return;
    }
    List<CompletableFuture<RequestAnswer>> failed = List.copyOf(asks);
    asks.clear();
    failed.forEach(ask -> ask.completeExceptionally(none.why()));
  }

  private void contended(Round.Result.Contended why) {
    if (!request.mayWait()) {
      phase = Phase.ENDED;
      session.forget(this);
      answer(new RequestAnswer.Refused());
      return;
    }
    phase = Phase.WAITING;
    waited = true;
    retryAfter(backoff.nanos(why));
    if (!listening) {
      listening = true;
      // What was freed before anybody listened is found by one more try.
      parts.listen(key(), this).thenRun(() -> serial.run(this::retry));
    }
    answer(queued());
  }

  private String key() {
    return parts.key(request.resource().name());
  }

  private void retryAfter(long nanos) {
    cancelTimer();
    retryNanos = parts.now() + nanos;
    timer = parts.schedule(() -> serial.run(this::retry), Duration.ofNanos(nanos));
  }

  private void retry() {
    if (phase == Phase.WAITING) {
      cancelTimer();
      attempt();
    }
  }

  private void cancelTimer() {
    Scheduler.Timer pending = timer;
    if (pending != null) {
      pending.cancel();
      timer = null;
    }
  }

  private void endWait() {
    cancelTimer();
    if (listening) {
      listening = false;
      parts.listenNoMore(key(), this);
    }
  }

  /** The lock was freed on a node. May be called by any thread. */
  void freed(int node) {
    serial.run(
        () -> {
          boolean enough = backoff.freed(node);
          if (phase == Phase.WAITING) {
            if (enough) {
              retry();
            } else if (retryNanos - parts.now() > backoff.soonNanos()) {
              retryAfter(backoff.soonNanos());
            }
          }
        });
  }

  // ---- extending -------------------------------------------------------------------------------

  private void extend(Consumer<Extension.Result> end) {
    long millis = session.ttl().toMillis();
    if (bounded) {
      millis = Math.max(1, Math.min(millis, TimeUnit.NANOSECONDS.toMillis(untilBound())));
    }
    long lasts = millis;
    Extension[] own = new Extension[1];
    Extension extension =
        new Extension(
            parts,
            serial,
            request.resource().name(),
            result -> {
              if (result instanceof Extension.Result.Extended
                  && own[0].startNanos() - setNanos > 0) {
                setNanos = own[0].startNanos();
                setMillis = lasts;
              }
              end.accept(result);
            });
    own[0] = extension;
    extension.begin(value, lasts, number, node -> touched[node] = true);
  }

  private long untilBound() {
    return boundNanos - parts.now();
  }

  /** Extends the lease, if there is one. */
  CompletableFuture<Renewed> renew() {
    CompletableFuture<Renewed> renewed = new CompletableFuture<>();
    serial.run(
        () -> {
          if (phase != Phase.HELD || (bounded && untilBound() <= 0)) {
            renewed.complete(Renewed.DONE);
          } else if (!valid(setNanos, setMillis)) {
            // Others may have had it since, and what is sent now would take it from nobody.
            renewed.complete(Renewed.LOST);
          } else {
            extend(result -> renewed(result, renewed));
          }
        });
    return renewed;
  }

  private void renewed(Extension.Result result, CompletableFuture<Renewed> renewed) {
    boolean late =
        remainingNanos(setNanos, setMillis) < TimeUnit.MILLISECONDS.toNanos(setMillis) / 2;
    if (phase != Phase.HELD || result instanceof Extension.Result.Extended) {
      renewed.complete(Renewed.DONE);
    } else if (result instanceof Extension.Result.Failed failed && !(late && failed.answered())) {
      renewed.completeExceptionally(failed.why());
    } else {
      renewed.complete(Renewed.LOST);
    }
  }

  /** Bounds the lease of a request that had to wait. */
  boolean settle(Duration leaseTime) {
    serial.run(
        () -> {
          if (!bounded) {
            bounded = true;
            boundNanos = parts.now() + leaseTime.toNanos();
          }
        });
    return true;
  }

  // ---- releasing -------------------------------------------------------------------------------

  private void free(Round over) {
    for (Node node : parts.nodes()) {
      if (over.mayHold(node.index())) {
        var unused = node.free(key(), over.value());
      }
    }
  }

  private void freeAll() {
    for (Node node : parts.nodes()) {
      if (touched[node.index()]) {
        var unused = node.free(key(), value);
      }
    }
  }

  CompletableFuture<ReleaseAnswer> release() {
    CompletableFuture<ReleaseAnswer> released = new CompletableFuture<>();
    serial.run(
        () -> {
          Phase before = phase;
          endWait();
          if (before == Phase.TRYING) {
            Round over = round();
            over.abandon();
            value = over.value();
            for (int node = 0; node < touched.length; node++) {
              touched[node] = over.mayHold(node);
            }
          }
          answer(new RequestAnswer.Refused());
          boolean nothing =
              before == Phase.IDLE || before == Phase.WAITING || before == Phase.ENDED;
          phase = nothing ? Phase.ENDED : Phase.RELEASING;
          if (nothing) {
            session.forget(this);
            released.complete(
                new ReleaseAnswer(
                    before == Phase.ENDED
                        ? ReleaseAnswer.Outcome.NOT_HOLDING
                        : ReleaseAnswer.Outcome.RELEASED,
                    false));
          } else {
            releaseEverywhere(before == Phase.HELD || before == Phase.RELEASING, released);
          }
        });
    return released;
  }

  private void releaseEverywhere(boolean held, CompletableFuture<ReleaseAnswer> released) {
    var unused =
        new Freeing(parts, serial, request.resource().name())
            .begin(value, touched.clone())
            .whenComplete(
                (answer, failure) -> {
                  if (failure != null) {
                    released.completeExceptionally(failure);
                    return;
                  }
                  phase = Phase.ENDED;
                  parts.holdsNoMore(value);
                  session.forget(this);
                  released.complete(
                      held ? answer : new ReleaseAnswer(ReleaseAnswer.Outcome.RELEASED, false));
                });
  }
}
