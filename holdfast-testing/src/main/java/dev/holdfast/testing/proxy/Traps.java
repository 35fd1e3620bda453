package dev.holdfast.testing.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The armed traps of a proxy. Safe for use by many threads. */
final class Traps {

  private static final Set<Trap.Fault> OF_REQUESTS =
      Set.of(Trap.Fault.DROP_REQUEST, Trap.Fault.HOLD_REQUEST, Trap.Fault.CUT_AFTER_REQUEST);

  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock, in order of arming. */
  private final List<Trap> armed = new ArrayList<>();

  private final Map<Trap, HeldRequest> held = new ConcurrentHashMap<>();

  Trap arm(Trap trap) {
    lock.lock();
    try {
      armed.add(trap);
      return trap;
    } finally {
      lock.unlock();
    }
  }

  HeldRequest armHold(Match match) {
    Trap trap = new Trap(Trap.Fault.HOLD_REQUEST, match, After.SILENCE);
    HeldRequest request = new HeldRequest(trap);
    held.put(trap, request);
    arm(trap);
    return request;
  }

  HeldRequest heldBy(Trap trap) {
    return Objects.requireNonNull(held.get(trap), "not a trap that holds");
  }

  Optional<Trap> onRequest(Request request) {
    return count(OF_REQUESTS, request);
  }

  Optional<Trap> onReply(Request request) {
    return count(Set.of(Trap.Fault.DROP_REPLY), request);
  }

  Optional<Trap> onPush() {
    return count(Set.of(Trap.Fault.DROP_PUSH), null);
  }

  /** Every trap counts every message that it matches; the first one whose turn it is strikes. */
  private Optional<Trap> count(Set<Trap.Fault> faults, @Nullable Request request) {
    lock.lock();
    try {
      @Nullable Trap striking = null;
      for (Trap trap : armed) {
        if (faults.contains(trap.fault()) && trap.count(request) && striking == null) {
          striking = trap;
        }
      }
      if (striking != null) {
        armed.remove(striking);
      }
      return Optional.ofNullable(striking);
    } finally {
      lock.unlock();
    }
  }

  /** Takes away what has not struck yet. */
  void disarm() {
    lock.lock();
    try {
      armed.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Lets no thread wait for a decision any more. */
  void discardHeld() {
    held.values().forEach(HeldRequest::discard);
  }
}
