package dev.holdfast.redis;

import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.LinkDownException;
import dev.holdfast.redis.script.CloseSession;
import dev.holdfast.redis.script.ExtendSession;
import dev.holdfast.spi.Scheduler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;

/**
 * Attaches a session to a new link: verifies it there, which renews it, and takes it over from the
 * older link. When another server process answers, the session proves nothing, and it is re-based.
 *
 * <p>Repeated until answered, for as long as the link is up and the session still is to be attached
 * to it; the next link begins anew.
 */
final class Attachment {

  private static final Logger LOGGER = System.getLogger(Attachment.class.getName());
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final StoreParts parts;
  private final RedisSession session;
  private final Duration ttl;

  Attachment(StoreParts parts, RedisSession session, Duration ttl) {
    this.parts = parts;
    this.session = session;
    this.ttl = ttl;
  }

  /** Attaches; the session is in the given state. */
  void begin(SessionState attaching) {
    if (attaching.process().equals(attaching.link().process())) {
      extend(attaching);
    } else {
      rebase(attaching);
    }
  }

  private void extend(SessionState attaching) {
    Link link = attaching.link();
    // Counted from before the subscription, which is earlier than the call itself: that is safe.
    long sentNanos = parts.context.time().nanos();
    link.subscribe(parts.keys.channel(attaching.id()))
        .thenCompose(listening -> ExtendSession.call(link, parts.keys, attaching.caller()))
        .whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                again(attaching, failure);
              } else if (answer instanceof ExtendSession.Answer.Extended extended) {
                SessionState attached = attaching.attachedAs(attaching.id());
                session
                    .events()
                    .attached(
                        () -> session.move(attaching, attached),
                        () -> {},
                        session.confirmations().countsFrom(sentNanos),
                        false,
                        Set.of());
                session.events().revoked(extended.notes());
              } else if (answer == ExtendSession.Answer.Plain.GONE) {
                session.gone(attaching);
              } else {
                link.fail(new LinkDownException("the session knows a newer connection"));
              }
            });
  }

  /** The id of this try is remembered before anything can be moved to it. */
  private void rebase(SessionState attaching) {
    long sentNanos = parts.context.time().nanos();
    String fresh = parts.ids.next();
    SessionState moving = attaching.movingTo(fresh);
    if (!session.move(attaching, moving)) {
      return;
    }
    String freshChannel = parts.keys.channel(fresh);
    parts.channels.put(freshChannel, session);
    new Rebase(parts, attaching.link(), session.events(), ttl)
        .run(attaching.ids(), fresh)
        .whenComplete(
            (missing, failure) -> {
              if (failure != null) {
                parts.channels.remove(freshChannel);
                again(moving, failure);
                return;
              }
              session
                  .events()
                  .attached(
                      () -> moved(moving, fresh),
                      () -> {
                        parts.channels.remove(freshChannel);
                        abandonIfEnded(attaching.link(), fresh);
                      },
                      session.confirmations().countsFrom(sentNanos),
                      true,
                      missing);
            });
  }

  private boolean moved(SessionState moving, String fresh) {
    boolean moved = session.move(moving, moving.attachedAs(fresh));
    if (moved) {
      parts.channels.remove(parts.keys.channel(moving.id()));
    }
    return moved;
  }

  /**
   * If the session was closed meanwhile, what has been moved must not live on. If a newer link is
   * being attached instead, that goes on from here, and ending it would free what is held.
   */
  private void abandonIfEnded(Link link, String fresh) {
    if (!session.state().ended()) {
      return;
    }
    CloseSession.call(link, parts.keys, link.caller(fresh))
        .whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                LOGGER.log(Level.DEBUG, "Closing an abandoned session failed", failure);
              }
            });
  }

  private void again(SessionState attaching, Throwable failure) {
    if (attaching.link().isDown()) {
      return;
    }
    LOGGER.log(
        Level.WARNING,
        "Session {0} can''t be verified: {1}",
        attaching.id(),
        parts.errors.of(failure, "").getMessage());
    Scheduler.Timer unused =
        parts
            .context
            .scheduler()
            .schedule(
                () -> {
                  if (session.state().equals(attaching)) {
                    begin(attaching);
                  }
                },
                PAUSE.toNanos());
  }
}
