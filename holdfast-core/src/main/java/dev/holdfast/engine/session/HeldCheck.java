package dev.holdfast.engine.session;

import dev.holdfast.spi.SessionListener.Known;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Chooses the held locks that a renewal looks after: all of them while they are few, else some in
 * turn, so that what a renewal costs does not grow with what is held.
 *
 * <p>Thread-safe. Members that join or leave during a round may be looked after in the next one.
 */
final class HeldCheck {

  static final int AT_ONCE_MAX = 100;

  private final Collection<SessionMember> members;

  private final ReentrantLock guard = new ReentrantLock();
  // Guarded by guard: what is left of the present round.
  private Iterator<SessionMember> round = Collections.emptyIterator();

  /** Chooses among the members, a view of a concurrent map. */
  HeldCheck(Collection<SessionMember> members) {
    this.members = members;
  }

  /** The next ones. */
  List<Known> next() {
    List<Known> held = new ArrayList<>();
    for (SessionMember member : chosen()) {
      member.known().filter(Known::held).ifPresent(held::add);
    }
    return held;
  }

  /** A round ends with the members, so that a small one is whole each time. */
  private List<SessionMember> chosen() {
    List<SessionMember> chosen = new ArrayList<>();
    guard.lock();
    try {
      if (!round.hasNext()) {
        round = members.iterator();
      }
      while (chosen.size() < AT_ONCE_MAX && round.hasNext()) {
        SessionMember member = round.next();
        if (member.holdsAll()) {
          chosen.add(member);
        }
      }
    } finally {
      guard.unlock();
    }
    return chosen;
  }
}
