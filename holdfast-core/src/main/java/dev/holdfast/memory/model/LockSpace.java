package dev.holdfast.memory.model;

import dev.holdfast.LockView;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.Token;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sessions, locks and queues, and what each command does to them: the reference for every store.
 *
 * <p>Not thread-safe: one command after the other. Each command is carried out as a whole at the
 * moment given with it; moments never go back. Every command but {@link #open} and {@link #close}
 * may come twice without changing more than once.
 *
 * <p><b>Ends are noticed, not timed.</b> A session whose deadline has passed is taken out, with all
 * that hangs on it, by the next command of anybody. What it held is handed on only by a command
 * about that lock, usually a waiter that asks again; so this model has no clock of its own and
 * waits for nothing.
 *
 * <p>Unlike a store over a network it does a command's work without bound, since nobody else waits
 * for the processor that it takes.
 */
public final class LockSpace {

  private final Messages messages;
  private final Map<String, SessionRecord> sessions = new LinkedHashMap<>();
  private final Map<ResourceId, LockRecord> locks = new HashMap<>();

  /** No session ends before this moment; meaningless without sessions. */
  private long nextEndNanos;

  private long lastSequence;

  /** Makes an empty space. Messages are sent while a command is carried out. */
  public LockSpace(Messages messages) {
    this.messages = messages;
  }

  /** Opens a session. Never overwrites: an id is used once. */
  public void open(Moment now, String id, Duration ttl, Description description) {
    noticeEnds(now);
    SessionRecord session = new SessionRecord(id, description, ttl.toNanos());
    if (sessions.putIfAbsent(id, session) != null) {
      throw new IllegalStateException("Session exists: " + id);
    }
    session.extend(now);
    if (sessions.size() == 1 || session.deadlineNanos - nextEndNanos < 0) {
      nextEndNanos = session.deadlineNanos;
    }
  }

  /** Extends a session that lives; never creates one. */
  public RenewAnswer renew(Moment now, String sessionId) {
    SessionRecord session = living(now, sessionId);
    if (session == null) {
      return RenewAnswer.GONE;
    }
    session.extend(now);
    return RenewAnswer.RENEWED;
  }

  /**
   * Asks for a lock, or asks again.
   *
   * @param seen the highest sequence that the calling client has seen
   * @throws IllegalStateException if sequences are used up; nothing was changed
   */
  public RequestAnswer request(Moment now, String sessionId, long seen, Request request) {
    SessionRecord session = living(now, sessionId);
    if (session == null) {
      return new RequestAnswer.Gone();
    }
    if (nextSequence(now, seen) > Token.SEQUENCE_MAX) {
      throw new IllegalStateException("No sequence is left above " + lastSequence);
    }
    LockRecord lock = locks.computeIfAbsent(request.resource(), LockRecord::new);
    RequestRecord own = lock.find(request.id());
    handOn(now, seen, lock, own);
    if (own != null && lock.find(request.id()) == null) {
      // Its own bound had passed: what is asked for now is a new lease.
      own = null;
    }
    if (own == null) {
      own = new RequestRecord(request, session, now);
      if (lock.isUnused()) {
        grant(now, seen, lock, own);
        RequestRecord atOnce = own;
        request.leaseTime().ifPresent(leaseTime -> atOnce.bound(now, leaseTime));
      } else if (request.mayWait()) {
        lock.append(own);
      } else {
        return new RequestAnswer.Refused();
      }
    }
    RequestRecord holder = lock.holder();
    if (holder == null || holder == own) {
      return new RequestAnswer.Granted(grantOf(lock, own));
    }
    // The first that waits tells the holder, and tells it again whenever it asks again, because a
    // message can be lost.
    if (lock.firstOther(holder) == own) {
      messages.othersWait(holder.session.id, holder.request.id());
    }
    return new RequestAnswer.Queued(lock.place(own), holder.remaining(now));
  }

  /** Takes a request back, whether it waits or holds, and hands on what it leaves. */
  public ReleaseAnswer release(
      Moment now, String sessionId, long seen, ResourceId resource, RequestId id) {
    boolean lives = living(now, sessionId) != null;
    LockRecord lock = locks.get(resource);
    if (!lives || lock == null) {
      return new ReleaseAnswer(
          lives ? Outcome.NOT_HOLDING : Outcome.GONE, lock != null && heldByOther(now, lock, id));
    }
    dropEndedLease(now, lock);
    RequestRecord own = lock.find(id);
    if (own != null) {
      lock.remove(own);
    }
    handOn(now, seen, lock, null);
    dropUnused(lock);
    return new ReleaseAnswer(
        own == null ? Outcome.NOT_HOLDING : Outcome.RELEASED, heldByOther(now, lock, id));
  }

  /** Bounds a granted request from now on, unless it is bounded already. */
  public SettleAnswer settle(
      Moment now, String sessionId, ResourceId resource, RequestId id, Duration leaseTime) {
    LockRecord lock = living(now, sessionId) == null ? null : locks.get(resource);
    RequestRecord holder = lock == null ? null : lock.holder();
    if (holder == null || !holder.request.id().equals(id) || holder.remaining(now).isZero()) {
      return SettleAnswer.NOT_HOLDING;
    }
    holder.bound(now, leaseTime);
    return SettleAnswer.SETTLED;
  }

  /** Ends a session and all that still hangs on it, without serving those who wait. */
  public void close(Moment now, String sessionId) {
    SessionRecord session = living(now, sessionId);
    if (session != null) {
      end(session);
    }
  }

  /** Who holds a lock and who waits for it. */
  public LockView inspect(Moment now, ResourceId resource) {
    noticeEnds(now);
    LockRecord lock = locks.get(resource);
    return lock == null ? new LockView(resource.name(), List.of(), List.of()) : lock.view(now);
  }

  /** Whether a session lives. */
  public boolean isAlive(Moment now, String sessionId) {
    return living(now, sessionId) != null;
  }

  /** Says whether messages to a session have a receiver. */
  public void setListening(String sessionId, boolean listening) {
    SessionRecord session = sessions.get(sessionId);
    if (session != null) {
      session.listening = listening;
    }
  }

  /** Forgets a lock, holder and queue, without telling anyone: a fault, for tests. */
  public void forget(ResourceId resource) {
    LockRecord lock = locks.remove(resource);
    if (lock != null) {
      sessions
          .values()
          .forEach(s -> s.requests.values().removeIf(r -> lock.find(r.request.id()) == r));
    }
  }

  /** The sessions that live. */
  public List<String> sessions(Moment now) {
    noticeEnds(now);
    return List.copyOf(sessions.keySet());
  }

  /** The locks of which anything is kept. */
  public List<ResourceId> locks(Moment now) {
    noticeEnds(now);
    return List.copyOf(locks.keySet());
  }

  private @Nullable SessionRecord living(Moment now, String sessionId) {
    noticeEnds(now);
    return sessions.get(sessionId);
  }

  private void noticeEnds(Moment now) {
    if (sessions.isEmpty() || now.until(nextEndNanos) > 0) {
      return;
    }
    List.copyOf(sessions.values()).stream().filter(s -> s.hasEnded(now)).forEach(this::end);
    long soonest = Long.MAX_VALUE;
    for (SessionRecord session : sessions.values()) {
      soonest = Math.min(soonest, now.until(session.deadlineNanos));
    }
    nextEndNanos = now.nanos() + soonest;
  }

  private void end(SessionRecord session) {
    sessions.remove(session.id);
    for (RequestRecord request : List.copyOf(session.requests.values())) {
      LockRecord lock = locks.get(request.request.resource());
      if (lock != null) {
        lock.remove(request);
        dropUnused(lock);
      }
    }
  }

  /**
   * Gives a free lock to the next that waits, and tells it, unless it is the one that asks and gets
   * it as its answer.
   */
  private void handOn(Moment now, long seen, LockRecord lock, @Nullable RequestRecord asking) {
    dropEndedLease(now, lock);
    RequestRecord next = lock.holder() == null ? lock.next() : null;
    if (next == null || nextSequence(now, seen) > Token.SEQUENCE_MAX) {
      return;
    }
    grant(now, seen, lock, next);
    if (next != asking) {
      messages.grant(next.session.id, next.request.id(), lock.resource, grantOf(lock, next));
    }
  }

  private void grant(Moment now, long seen, LockRecord lock, RequestRecord request) {
    lastSequence = nextSequence(now, seen);
    request.grant(now, lastSequence);
    lock.hold(request);
  }

  /** The clock is a floor, so that sequences rise even after everything was lost. */
  private long nextSequence(Moment now, long seen) {
    return Math.max(Math.max(lastSequence, seen) + 1, now.wallMicros());
  }

  private static Grant grantOf(LockRecord lock, RequestRecord request) {
    return new Grant(request.sequence(), lock.firstOther(request) != null);
  }

  private static void dropEndedLease(Moment now, LockRecord lock) {
    RequestRecord holder = lock.holder();
    if (holder != null && holder.remaining(now).isZero()) {
      lock.remove(holder);
    }
  }

  private static boolean heldByOther(Moment now, LockRecord lock, RequestId id) {
    RequestRecord holder = lock.holder();
    return holder != null && !holder.request.id().equals(id) && !holder.remaining(now).isZero();
  }

  private void dropUnused(LockRecord lock) {
    if (lock.isUnused()) {
      locks.remove(lock.resource);
    }
  }
}
