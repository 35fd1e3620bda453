package dev.holdfast.redis;

import dev.holdfast.redis.script.ChangePermits;
import dev.holdfast.redis.script.RequestLock.Units;
import dev.holdfast.redis.script.ShrinkLock;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsAnswer.Outcome;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.ShrinkAnswer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The calls of a session that are about numbers of units. Repeated while there is more to do. */
final class UnitCalls {

  private final StoreParts parts;
  private final RedisSession session;

  UnitCalls(StoreParts parts, RedisSession session) {
    this.parts = parts;
    this.session = session;
  }

  /** How many units a request asks for, as the scripts are told. */
  static Units of(Request request) {
    if (request.units() == Request.WHAT_IS_FREE) {
      return Units.FREE;
    }
    boolean all = request.units() == Request.ALL && request.resource().kind() == ResourceKind.LOCK;
    return all ? Units.ALL : Units.of(request.units());
  }

  CompletionStage<ShrinkAnswer> shrink(ResourceId resource, RequestId id, int units) {
    return session.call(
        resource.name(),
        ShrinkAnswer.NOT_HOLDING,
        now ->
            ShrinkLock.call(now.link(), parts.keys.lock(resource), now.caller(), id.value(), units)
                .thenCompose(
                    answer ->
                        switch (answer) {
                          case SHRUNK -> done(ShrinkAnswer.SHRUNK);
                          case NOT_HOLDING -> done(ShrinkAnswer.NOT_HOLDING);
                          case MORE -> shrink(resource, id, units);
                          case GONE -> {
                            session.gone(now);
                            yield done(ShrinkAnswer.NOT_HOLDING);
                          }
                          case STALE -> throw session.stale(resource.name());
                        }));
  }

  CompletionStage<PermitsAnswer> changePermits(PermitsChange change) {
    ChangePermits.Action action =
        switch (change.action()) {
          case SET -> ChangePermits.Action.SET;
          case ADD -> ChangePermits.Action.ADD;
          case DELETE -> ChangePermits.Action.DELETE;
        };
    return session.call(
        change.semaphore().name(),
        new PermitsAnswer(Outcome.GONE, 0),
        now ->
            ChangePermits.call(
                    now.link(),
                    parts.keys.lock(change.semaphore()),
                    now.caller(),
                    change.id().value(),
                    action,
                    change.permits())
                .thenCompose(answer -> changed(now, change, answer)));
  }

  private CompletionStage<PermitsAnswer> changed(
      SessionState at, PermitsChange change, ChangePermits.Answer answer) {
    if (answer instanceof ChangePermits.Answer.Changed changed) {
      return done(new PermitsAnswer(Outcome.CHANGED, changed.permits()));
    }
    if (answer instanceof ChangePermits.Answer.AlreadySet already) {
      return done(new PermitsAnswer(Outcome.ALREADY_SET, already.permits()));
    }
    if (answer instanceof ChangePermits.Answer.OutOfRange out) {
      return done(new PermitsAnswer(Outcome.OUT_OF_RANGE, out.permits()));
    }
    return switch ((ChangePermits.Answer.Plain) answer) {
      case NOT_SET -> done(new PermitsAnswer(Outcome.NOT_SET, 0));
      case MORE -> changePermits(change).thenApply(UnitCalls::behindMore);
      case GONE -> {
        session.gone(at);
        yield done(new PermitsAnswer(Outcome.GONE, 0));
      }
      case STALE -> throw session.stale(change.semaphore().name());
    };
  }

  /** Not set behind a call that has changed it: that call deleted it, or somebody did since. */
  private static PermitsAnswer behindMore(PermitsAnswer last) {
    return last.outcome() == Outcome.NOT_SET ? new PermitsAnswer(Outcome.CHANGED, 0) : last;
  }

  private static <T> CompletionStage<T> done(T answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
