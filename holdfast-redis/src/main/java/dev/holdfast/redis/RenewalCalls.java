package dev.holdfast.redis;

import static java.util.stream.Collectors.toSet;

import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.LinkDownException;
import dev.holdfast.redis.script.ExtendSession;
import dev.holdfast.spi.DurationText;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.SessionListener.Known;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The renewals of a session. */
final class RenewalCalls {

  private static final int RENEWALS_PER_TTL = 6;

  private final StoreParts parts;
  private final RedisSession session;
  private final Confirmations confirmations;

  RenewalCalls(StoreParts parts, RedisSession session, Confirmations confirmations) {
    this.parts = parts;
    this.session = session;
    this.confirmations = confirmations;
  }

  CompletionStage<RenewAnswer> renew(List<Known> held) {
    return session.call(
        "",
        RenewAnswer.GONE,
        now -> {
          Link link = now.link();
          long sentNanos = parts.context.time().nanos();
          Scheduler.Timer limit = limitSilence(link);
          link.checkMessages();
          return ExtendSession.call(link, parts.keys, now.caller(), held)
              .whenComplete((answer, failure) -> limit.cancel())
              .thenApply(answer -> renewed(now, answer, sentNanos, held))
              .thenCompose(answer -> confirmations.renewed(now, sentNanos, answer));
        });
  }

  /** A renewal waits for less than other calls when the session has not that long to live. */
  private Scheduler.Timer limitSilence(Link link) {
    Duration limit = session.ttl().dividedBy(RENEWALS_PER_TTL);
    if (limit.compareTo(parts.timeout) >= 0) {
      return () -> {};
    }
    return parts
        .context
        .scheduler()
        .schedule(
            () ->
                link.failSilent(
                    new LinkDownException("no answer to a renewal in " + DurationText.of(limit))),
            limit.toNanos());
  }

  private RenewAnswer renewed(
      SessionState asked, ExtendSession.Answer answer, long sentNanos, List<Known> held) {
    if (answer instanceof ExtendSession.Answer.Extended extended) {
      parts.serverClock.look(
          asked.link().process(), extended.serverMillis(), sentNanos, parts.context.time().nanos());
      // First, because a lease that was taken away by force is missing, too.
      session.events().revoked(extended.notes());
      if (!extended.missing().isEmpty()) {
        session
            .events()
            .missing(
                extended.missing().stream().map(place -> held.get(place).id()).collect(toSet()));
      }
      return RenewAnswer.RENEWED;
    }
    if (answer == ExtendSession.Answer.Plain.GONE) {
      session.gone(asked);
      return RenewAnswer.GONE;
    }
    throw session.stale("");
  }
}
