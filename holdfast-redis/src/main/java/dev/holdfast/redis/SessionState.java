package dev.holdfast.redis;

import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.script.Caller;

/**
 * Where a session stands. Immutable; changed by compare-and-set in {@link RedisSession} only.
 *
 * <pre>
 *   OPENING --opened--> ATTACHED --link down--> DETACHED --link up--> ATTACHING --.
 *      |                   ^                       ^                    |   ^     | link up
 *      |                   '------- answered -----------------------------'   '-----'
 *      |                                           '---- link down -----'
 *      '--link down, refused--> ENDED
 *   ATTACHED, DETACHED, ATTACHING --gone or closed--> ENDED   (final)
 * </pre>
 *
 * @param phase the phase
 * @param id the session's id in the store; another one after a re-base
 * @param link the link that it is attached to, being attached to, or was attached to last
 * @param process the server process that has last confirmed it
 */
record SessionState(Phase phase, String id, Link link, String process) {

  /** What a session is doing. */
  enum Phase {
    /** The store was asked to open it. */
    OPENING,
    /** Calls are sent. */
    ATTACHED,
    /** There is no link; calls fail. */
    DETACHED,
    /** The store was asked to take it over for a new link; calls fail. */
    ATTACHING,
    /** It is no more. */
    ENDED
  }

  Caller caller() {
    return link.caller(id);
  }

  SessionState to(Phase next) {
    return new SessionState(next, id, link, process);
  }

  SessionState attachingTo(Link next) {
    return new SessionState(Phase.ATTACHING, id, next, process);
  }

  SessionState attachedAs(String itsId) {
    return new SessionState(Phase.ATTACHED, itsId, link, link.process());
  }

  boolean ended() {
    return phase == Phase.ENDED;
  }
}
