package dev.holdfast.engine.session;

import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.Scheduler.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Asks again, at a slow interval, about everything that waits: a message can be lost, and a dead
 * holder is noticed by whoever asks next.
 *
 * <p>A request is due after the shortest remaining time of the present holders, at most a third of
 * the own TTL, less up to a fifth by chance so that clients don't ask in step. Requests that are
 * due within a tenth of that third go together, so that ten thousand waiters cost a few rounds per
 * period and not ten thousand timers.
 *
 * <p>Thread-safe. The map holds the due times; the guard holds the one timer.
 */
final class SlowCheck {

  private static final long INTERVAL_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(20);

  private final EngineContext context;
  private final long intervalNanosMax;
  private final Map<RequestId, Due> due = new ConcurrentHashMap<>();

  private final ReentrantLock guard = new ReentrantLock();
  // Guarded by guard.
  private @Nullable Timer timer;
  // Guarded by guard; meaningful while timer is not null.
  private long timerNanos;
  // Guarded by guard.
  private boolean ended;

  private record Due(SessionMember member, long atNanos) {}

  SlowCheck(EngineContext context, Duration ttl) {
    this.context = context;
    this.intervalNanosMax = ttl.toNanos() / 3;
  }

  /** The member waits, and the store proposes to ask again after a time. */
  void watch(SessionMember member, Duration checkAgainIn) {
    long wanted =
        checkAgainIn.compareTo(Duration.ofDays(1)) > 0 ? Long.MAX_VALUE : checkAgainIn.toNanos();
    long interval = Math.max(INTERVAL_NANOS_MIN, Math.min(intervalNanosMax, wanted));
    long jittered = interval;
    if (interval == intervalNanosMax) {
      // A holder's own end is worth waiting for exactly; only the idle interval is spread.
      jittered = interval - Jitter.below(interval / 5 + 1, context.time().nanos(), member.id());
    }
    long atNanos = context.time().nanos() + jittered;
    due.put(member.id(), new Due(member, atNanos));
    arm(atNanos);
  }

  /** The member waits no more. */
  void forget(RequestId id) {
    due.remove(id);
  }

  void end() {
    guard.lock();
    try {
      ended = true;
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
    } finally {
      guard.unlock();
    }
    due.clear();
  }

  private void arm(long atNanos) {
    guard.lock();
    try {
      if (ended || (timer != null && timerNanos - atNanos <= 0)) {
        return;
      }
      if (timer != null) {
        timer.cancel();
      }
      timerNanos = atNanos;
      timer = context.scheduler().schedule(this::tick, atNanos - context.time().nanos());
    } finally {
      guard.unlock();
    }
  }

  private void tick() {
    guard.lock();
    try {
      timer = null;
    } finally {
      guard.unlock();
    }
    long horizonNanos = context.time().nanos() + intervalNanosMax / 10;
    List<SessionMember> members = new ArrayList<>();
    Due next = null;
    for (Due entry : due.values()) {
      if (entry.atNanos() - horizonNanos <= 0) {
        members.add(entry.member());
      } else if (next == null || entry.atNanos() - next.atNanos() < 0) {
        next = entry;
      }
    }
    if (next != null) {
      arm(next.atNanos());
    }
    for (SessionMember member : members) {
      due.remove(member.id());
      member.askAgain();
    }
  }
}
