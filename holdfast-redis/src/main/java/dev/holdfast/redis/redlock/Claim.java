package dev.holdfast.redis.redlock;

import dev.holdfast.redis.connection.Serial;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request of a session, from the first asking to its release.
 *
 * <pre>
 *   IDLE --asked--> TRYING --won--> HELD --released--> RELEASING --confirmed--> ENDED
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

  /** A quorum granted, but what it granted is over. */
  private static final Round.Result.Contended TOO_LATE = new Round.Result.Contended(0, false, true);

  private final RedlockParts parts;
  private final RedlockSession session;
  private final Request request;
  private final Serial serial = new Serial();
  private final SerialTimer timer;
  private final Backoff backoff;
  private final Term term;
  private final List<CompletableFuture<RequestAnswer>> asks = new ArrayList<>();
  private final boolean[] touched;
  private Phase phase = Phase.IDLE;
  private @Nullable Round round;
  private long retryNanos;
  private boolean waited;
  private boolean listening;
  private String value = "";
  private long number;
  // Written before the value is made known to others; read by who looks at the lock.
  private volatile long sinceWallMillis;

  Claim(RedlockParts parts, RedlockSession session, Request request) {
    this.parts = parts;
    this.session = session;
    this.request = request;
    this.timer = new SerialTimer(parts, serial);
    this.backoff = new Backoff(parts);
    this.term = new Term(parts, session.ttl());
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
    backoff.begin();
    long millis = term.firstMillis(waited ? Optional.empty() : request.leaseTime());
    Round next =
        new Round(parts, serial, request.resource().name(), parts.nextValue(), millis, this::ended);
    round = next;
    next.begin();
  }

  private void ended(Round.Result result) {
    Round over = round();
    if (phase != Phase.TRYING) {
      return;
    }
    if (result instanceof Round.Result.Won won && term.covers(over.startNanos(), over.millis())) {
      won(over, won.number());
      return;
    }
    adopt(over);
    freeAll();
    if (result instanceof Round.Result.NoQuorum none) {
      unreachable(none);
    } else {
      contended(result instanceof Round.Result.Contended contended ? contended : TOO_LATE);
    }
  }

  private Round round() {
    Round now = round;
    if (now == null) {
      throw new IllegalStateException("No round in " + phase);
    }
    return now;
  }

  private void won(Round over, long given) {
    adopt(over);
    number = given;
    term.set(over.startNanos(), over.millis());
    if (!waited) {
      request.leaseTime().ifPresent(time -> term.bound(over.startNanos(), time));
    }
    settle();
  }

  /** What the round has set, or may have, is this claim's: its lease, or to be freed. */
  private void adopt(Round over) {
    value = over.value();
    for (int node = 0; node < touched.length; node++) {
      touched[node] = over.mayHold(node);
    }
  }

  /**
   * A renewal of the session speaks for every lease: one that was won by a round which began before
   * the renewal was sent is extended first.
   */
  private void settle() {
    if (term.setSince(session.renewalSentNanos()) || term.bounded()) {
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
            contended(TOO_LATE);
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
    takeAsks().forEach(ask -> ask.complete(answer));
  }

  private List<CompletableFuture<RequestAnswer>> takeAsks() {
    List<CompletableFuture<RequestAnswer>> taken = List.copyOf(asks);
    asks.clear();
    return taken;
  }

  /** The engine asks again after a pause, as it does of any store. */
  private void unreachable(Round.Result.NoQuorum none) {
    phase = Phase.IDLE;
    endWait();
    if (asks.isEmpty()) {
      session.askAgain(request.id());
      return;
    }
    takeAsks().forEach(ask -> ask.completeExceptionally(none.why()));
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
    retryNanos = parts.now() + nanos;
    timer.set(Duration.ofNanos(nanos), this::retry);
  }

  private void retry() {
    if (phase == Phase.WAITING) {
      timer.cancel();
      attempt();
    }
  }

  private void endWait() {
    timer.cancel();
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
    long millis = term.nextMillis();
    long startNanos = parts.now();
    new Extension(
            parts,
            serial,
            request.resource().name(),
            result -> {
              if (result instanceof Extension.Result.Extended) {
                term.setLater(startNanos, millis);
              }
              end.accept(result);
            })
        .begin(value, millis, number, node -> touched[node] = true);
  }

  /** Extends the lease, if there is one. */
  CompletableFuture<Renewed> renew() {
    CompletableFuture<Renewed> renewed = new CompletableFuture<>();
    serial.run(
        () -> {
          if (phase != Phase.HELD || term.boundReached()) {
            renewed.complete(Renewed.DONE);
          } else if (!term.valid()) {
            // Others may have had it since, and what is sent now would take it from nobody.
            renewed.complete(Renewed.LOST);
          } else {
            extend(result -> renewed(result, renewed));
          }
        });
    return renewed;
  }

  private void renewed(Extension.Result result, CompletableFuture<Renewed> renewed) {
    if (phase != Phase.HELD || result instanceof Extension.Result.Extended) {
      renewed.complete(Renewed.DONE);
    } else if (result instanceof Extension.Result.Failed failed
        && !(term.halfOver() && failed.answered())) {
      renewed.completeExceptionally(failed.why());
    } else {
      renewed.complete(Renewed.LOST);
    }
  }

  /** Bounds the lease of a request that had to wait. */
  void settle(Duration leaseTime) {
    serial.run(
        () -> {
          if (!term.bounded()) {
            term.bound(parts.now(), leaseTime);
          }
        });
  }

  // ---- releasing -------------------------------------------------------------------------------

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
            round().abandon();
            adopt(round());
          }
          answer(new RequestAnswer.Refused());
          boolean nothing =
              before == Phase.IDLE || before == Phase.WAITING || before == Phase.ENDED;
          phase = nothing ? Phase.ENDED : Phase.RELEASING;
          if (nothing) {
            session.forget(this);
            Outcome outcome = before == Phase.ENDED ? Outcome.NOT_HOLDING : Outcome.RELEASED;
            released.complete(new ReleaseAnswer(outcome, false));
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
                  released.complete(held ? answer : new ReleaseAnswer(Outcome.RELEASED, false));
                });
  }
}
