package dev.holdfast.redis;

import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.script.Caller;
import java.util.ArrayList;
import java.util.List;

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
 * @param tried ids of sessions to which its requests may have been moved since
 */
record SessionState(Phase phase, String id, Link link, String process, List<String> tried) {

  /** A longer outage than so many tries takes is longer than any session lives. */
  private static final int TRIED_MAX = 100;

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

  /** All ids that the store may know it by. */
  List<String> ids() {
    List<String> ids = new ArrayList<>(tried);
    ids.add(id);
    return List.copyOf(ids);
  }

  SessionState to(Phase next) {
    return new SessionState(next, id, link, process, tried);
  }

  SessionState attachingTo(Link next) {
    return new SessionState(Phase.ATTACHING, id, next, process, tried);
  }

  /** Its requests are about to be moved to a fresh session. */
  SessionState movingTo(String fresh) {
    List<String> all = new ArrayList<>(tried);
    all.add(fresh);
    List<String> last = all.subList(Math.max(0, all.size() - TRIED_MAX), all.size());
    return new SessionState(phase, id, link, process, List.copyOf(last));
  }

  SessionState attachedAs(String itsId) {
    return new SessionState(Phase.ATTACHED, itsId, link, link.process(), List.of());
  }

  /** Whether it is attached to the same link, without a break. */
  boolean isAttachedLike(SessionState other) {
    return phase == Phase.ATTACHED && link == other.link;
  }

  boolean ended() {
    return phase == Phase.ENDED;
  }
}
