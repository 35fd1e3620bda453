package dev.holdfast.memory.model;

import dev.holdfast.LockKind;
import dev.holdfast.LockSummary;
import dev.holdfast.LockView;
import dev.holdfast.LockView.Party;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sessions, locks, semaphores, latches and queues, and what each command does to them: the
 * reference for every store.
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

  private static final int PAGE = 100;

  private final Messages messages;
  private final HandOn handOn;
  private final Map<String, SessionRecord> sessions = new LinkedHashMap<>();
  private final Map<ResourceId, LockRecord> locks = new HashMap<>();
  private final LatchTable latches;

  /** No session ends before this moment; meaningless without sessions. */
  private long nextEndNanos;

  /** Makes an empty space. Messages are sent while a command is carried out. */
  public LockSpace(Messages messages) {
    this.messages = messages;
    this.handOn = new HandOn(messages);
    this.latches = new LatchTable(messages);
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
    session.revocations.values().forEach(note -> messages.revoked(sessionId, note));
    return RenewAnswer.RENEWED;
  }

  /** Those of some requests that do not hold what they are said to hold. */
  public Set<RequestId> missing(Moment now, List<Known> held) {
    noticeEnds(now);
    Set<RequestId> missing = new LinkedHashSet<>();
    for (Known known : held) {
      LockRecord lock = locks.get(known.resource());
      if (lock == null || lock.holder(known.id()) == null) {
        missing.add(known.id());
      }
    }
    return missing;
  }

  /**
   * Asks for units of a lock or semaphore, or asks again.
   *
   * @param seen the highest sequence that the calling client has seen
   * @throws IllegalStateException if sequences are used up; nothing was changed
   */
  public RequestAnswer request(Moment now, String sessionId, long seen, Request request) {
    SessionRecord session = living(now, sessionId);
    if (session == null) {
      return new RequestAnswer.Gone();
    }
    handOn.requireSequence(now, seen);
    LockRecord lock = locks.computeIfAbsent(request.resource(), LockRecord::new);
    boolean open = handOn.serve(now, seen, lock, lock.find(request.id()));
    RequestRecord own = lock.find(request.id());
    RequestAnswer impossible = lock.holder(request.id()) == null ? refusal(lock, request) : null;
    if (impossible != null) {
      if (own != null) {
        lock.remove(own);
      }
      dropUnused(lock);
      return impossible;
    }
    if (own == null) {
      // It is new, or its own bound had passed: what is asked for now is a new lease.
      own = new RequestRecord(request, session, now);
      boolean drains = request.units() == Request.WHAT_IS_FREE;
      if (drains) {
        own.setUnits((int) Math.max(1, lock.free()));
      }
      if (open && own.units() <= lock.free()) {
        handOn.grant(now, seen, lock, own);
        RequestRecord atOnce = own;
        request.leaseTime().ifPresent(leaseTime -> atOnce.bound(now, leaseTime));
      } else if (request.mayWait() && !drains) {
        lock.append(own);
      } else {
        return new RequestAnswer.Refused();
      }
    }
    if (lock.holder(request.id()) != null) {
      return new RequestAnswer.Granted(HandOn.grantOf(lock, own), own.units());
    }
    tellHolders(lock, own);
    return new RequestAnswer.Queued(lock.place(own), lock.shortestRemaining(now));
  }

  /**
   * Asks for several in order, none of which waits: see {@code StoreSession.requestTogether}.
   *
   * @param seen the highest sequence that the calling client has seen
   */
  public List<RequestAnswer> requestTogether(
      Moment now, String sessionId, long seen, List<Request> requests, boolean allOrNone) {
    List<RequestAnswer> answers = new ArrayList<>();
    if (allOrNone) {
      for (Request request : requests) {
        answers.add(new RequestAnswer.Refused());
        if (!wouldBeGranted(now, sessionId, seen, request)) {
          return answers;
        }
      }
      answers.clear();
    }
    for (Request request : requests) {
      RequestAnswer answer = request(now, sessionId, seen, request);
      answers.add(answer);
      if (!(answer instanceof RequestAnswer.Granted)) {
        break;
      }
    }
    return answers;
  }

  private boolean wouldBeGranted(Moment now, String sessionId, long seen, Request request) {
    LockRecord lock = living(now, sessionId) == null ? null : locks.get(request.resource());
    if (lock == null) {
      return request.resource().kind() == ResourceKind.LOCK;
    }
    boolean open = handOn.serve(now, seen, lock, null);
    boolean holds = lock.holder(request.id()) != null;
    boolean granted = holds || (open && refusal(lock, request) == null && fits(lock, request));
    dropUnused(lock);
    return granted;
  }

  private static boolean fits(LockRecord lock, Request request) {
    return Math.max(1, request.units()) <= lock.free();
  }

  private static @Nullable RequestAnswer refusal(LockRecord lock, Request request) {
    if (!lock.isSet()) {
      return new RequestAnswer.NotSet();
    }
    return request.units() > lock.capacity() ? new RequestAnswer.TooLarge(lock.capacity()) : null;
  }

  /**
   * The first that waits tells the holders, and tells them again whenever it asks again, because a
   * message can be lost.
   */
  private void tellHolders(LockRecord lock, RequestRecord waiter) {
    if (lock.resource.kind() == ResourceKind.SEMAPHORE) {
      return;
    }
    for (RequestRecord holder : lock.holders()) {
      if (lock.firstOther(holder) == waiter) {
        messages.othersWait(holder.session.id, holder.request.id());
      }
    }
  }

  /** Takes a request back, whether it waits or holds, and hands on what it leaves. */
  public ReleaseAnswer release(
      Moment now, String sessionId, long seen, ResourceId resource, RequestId id) {
    boolean lives = living(now, sessionId) != null;
    if (resource.kind() == ResourceKind.LATCH) {
      boolean left = lives && latches.leave(resource, id);
      return new ReleaseAnswer(
          left ? Outcome.RELEASED : lives ? Outcome.NOT_HOLDING : Outcome.GONE, false);
    }
    LockRecord lock = locks.get(resource);
    if (lock != null) {
      HandOn.dropEndedLeases(now, lock);
    }
    if (!lives || lock == null) {
      return new ReleaseAnswer(
          lives ? Outcome.NOT_HOLDING : Outcome.GONE, lock != null && lock.heldByOther(id));
    }
    RequestRecord own = lock.find(id);
    if (own != null) {
      lock.remove(own);
    }
    handOn.serve(now, seen, lock, null);
    dropUnused(lock);
    return new ReleaseAnswer(
        own == null ? Outcome.NOT_HOLDING : Outcome.RELEASED, lock.heldByOther(id));
  }

  /**
   * Asks something of a latch, or asks it again.
   *
   * @param seen the highest sequence, or number of a round, that the calling client has seen
   * @throws IllegalStateException if sequences are used up; nothing was changed
   */
  public LatchAnswer latch(Moment now, String sessionId, long seen, LatchRequest request) {
    SessionRecord session = living(now, sessionId);
    return session == null
        ? new LatchAnswer.Gone()
        : latches.carryOut(now, session, () -> handOn.takeSequence(now, seen), request);
  }

  /** Bounds a granted request from now on, unless it is bounded already. */
  public SettleAnswer settle(
      Moment now, String sessionId, ResourceId resource, RequestId id, Duration leaseTime) {
    RequestRecord holder = holder(now, sessionId, resource, id);
    if (holder == null) {
      return SettleAnswer.NOT_HOLDING;
    }
    holder.bound(now, leaseTime);
    return SettleAnswer.SETTLED;
  }

  /** Lets a granted request keep fewer units, and hands on the others. */
  public ShrinkAnswer shrink(
      Moment now, String sessionId, long seen, ResourceId resource, RequestId id, int units) {
    RequestRecord holder = holder(now, sessionId, resource, id);
    LockRecord lock = locks.get(resource);
    if (holder == null || lock == null) {
      return ShrinkAnswer.NOT_HOLDING;
    }
    if (units < holder.units()) {
      lock.shrink(holder, Math.max(1, units));
    }
    handOn.serve(now, seen, lock, null);
    return ShrinkAnswer.SHRUNK;
  }

  private @Nullable RequestRecord holder(
      Moment now, String sessionId, ResourceId resource, RequestId id) {
    LockRecord lock = living(now, sessionId) == null ? null : locks.get(resource);
    RequestRecord holder = lock == null ? null : lock.holder(id);
    return holder == null || holder.remaining(now).isZero() ? null : holder;
  }

  /** Changes the permits of a semaphore, and serves or refuses those who wait. */
  public PermitsAnswer changePermits(
      Moment now, String sessionId, long seen, PermitsChange change) {
    if (living(now, sessionId) == null) {
      return new PermitsAnswer(PermitsAnswer.Outcome.GONE, 0);
    }
    LockRecord semaphore = locks.computeIfAbsent(change.semaphore(), LockRecord::new);
    PermitsAnswer answer = change(semaphore, change);
    if (answer.outcome() == PermitsAnswer.Outcome.CHANGED) {
      for (RequestRecord waiter : List.copyOf(semaphore.waiters())) {
        if (waiter.units() > semaphore.capacity()) {
          semaphore.remove(waiter);
          messages.refused(waiter.session.id, waiter.request.id());
        }
      }
      handOn.serve(now, seen, semaphore, null);
    }
    dropUnused(semaphore);
    return answer;
  }

  private static PermitsAnswer change(LockRecord semaphore, PermitsChange change) {
    PermitsRecord permits = semaphore.permits();
    if (permits == null && change.action() == PermitsChange.Action.SET) {
      semaphore.setPermits(new PermitsRecord(change));
      return new PermitsAnswer(PermitsAnswer.Outcome.CHANGED, change.permits());
    }
    if (permits == null) {
      return new PermitsAnswer(PermitsAnswer.Outcome.NOT_SET, 0);
    }
    if (change.action() == PermitsChange.Action.DELETE) {
      semaphore.setPermits(null);
      return new PermitsAnswer(PermitsAnswer.Outcome.CHANGED, 0);
    }
    return permits.change(change);
  }

  /** The permits of a semaphore. */
  public Optional<Permits> permits(Moment now, ResourceId resource) {
    noticeEnds(now);
    LockRecord semaphore = locks.get(resource);
    return semaphore == null ? Optional.empty() : semaphore.asPermits(now);
  }

  /** Has the holder's client give a lease up; whoever waits is served when it has released. */
  public RevokeAnswer revoke(
      Moment now, ResourceId resource, long sequence, OptionalLong token, boolean force, Party by) {
    noticeEnds(now);
    LockRecord lock = locks.get(resource);
    RequestRecord holder = lock == null ? null : lock.holder(now, sequence);
    if (holder == null) {
      return new RevokeAnswer.NotHeld();
    }
    RequestId id = holder.request.id();
    Revocation note = new Revocation(id, resource, token, force, by);
    boolean before = note.equals(holder.session.revocations.put(id, note));
    messages.revoked(holder.session.id, note);
    return new RevokeAnswer.Noted(id, before);
  }

  /** The client has done what a revocation asks for. */
  public void acknowledge(Moment now, String sessionId, RequestId id) {
    SessionRecord session = living(now, sessionId);
    if (session != null) {
      session.revocations.remove(id);
    }
  }

  /** Ends a session and all that still hangs on it, without serving those who wait. */
  public void close(Moment now, String sessionId) {
    SessionRecord session = living(now, sessionId);
    if (session != null) {
      end(session);
    }
  }

  /** Who holds a lock and who waits for it; the count of a latch. */
  public LockView inspect(Moment now, ResourceId resource) {
    noticeEnds(now);
    if (resource.kind() == ResourceKind.LATCH) {
      return latches.view(now, resource);
    }
    LockRecord lock = locks.get(resource);
    return (lock == null ? new LockRecord(resource) : lock).view(now);
  }

  /** Some of what is held or waited for, in order, and where to go on if others follow. */
  public ListPage list(Moment now, NamePattern pattern, String after) {
    noticeEnds(now);
    List<LockView> found =
        Stream.concat(locks.keySet().stream(), latches.open().stream())
            .filter(resource -> pattern.matches(resource.name()))
            .filter(
                resource -> sortKey(resource.kind().shown(), resource.name()).compareTo(after) > 0)
            .map(resource -> inspect(now, resource))
            .filter(LockView::inUse)
            .sorted(Comparator.comparing(LockSpace::sortKey))
            .limit(PAGE)
            .toList();
    return new ListPage(
        found.stream().map(LockSummary::of).toList(),
        found.size() < PAGE ? Optional.empty() : Optional.of(sortKey(found.get(PAGE - 1))));
  }

  private static String sortKey(LockView view) {
    return sortKey(view.kind(), view.name());
  }

  private static String sortKey(LockKind kind, String name) {
    return kind + " " + name;
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

  /** Forgets a lock, holders and queue, without telling anyone: a fault, for tests. */
  public void forget(ResourceId resource) {
    latches.forget(resource);
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

  /** The locks and semaphores that are held or waited for. */
  public List<ResourceId> locks(Moment now) {
    noticeEnds(now);
    return locks.values().stream()
        .filter(lock -> !lock.isIdle())
        .map(lock -> lock.resource)
        .toList();
  }

  /** The latches whose count is not zero. */
  public List<ResourceId> openLatches() {
    return latches.open();
  }

  /** How many requests await the end of a latch's round. */
  public int awaiting(Moment now, ResourceId latch) {
    noticeEnds(now);
    return latches.awaiting(latch);
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
    latches.end(session);
    for (RequestRecord request : List.copyOf(session.requests.values())) {
      LockRecord lock = locks.get(request.request.resource());
      if (lock != null) {
        lock.remove(request);
        dropUnused(lock);
      }
    }
  }

  private void dropUnused(LockRecord lock) {
    if (lock.isUnused()) {
      locks.remove(lock.resource);
    }
  }
}
