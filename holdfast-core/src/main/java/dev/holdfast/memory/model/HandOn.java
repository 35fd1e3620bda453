package dev.holdfast.memory.model;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who gets what is free: the one rule of granting, and the numbers of the grants.
 *
 * <p>Waiters are served in order of arrival while units are free for them. One whose client does
 * not listen is passed over and keeps its place, unless it is in strict order, so that a killed
 * client's waiters hold nobody up; if nobody listens, what is free waits for whoever asks next.
 * Nobody overtakes a waiter that listens and must wait on.
 */
final class HandOn {

  private final Messages messages;
  private long lastSequence;

  HandOn(Messages messages) {
    this.messages = messages;
  }

  /**
   * Refuses to go on when there is no number for another grant.
   *
   * @throws IllegalStateException if sequences are used up
   */
  void requireSequence(Moment now, long seen) {
    if (nextSequence(now, seen) > Token.SEQUENCE_MAX) {
      throw new IllegalStateException("No sequence is left above " + lastSequence);
    }
  }

  /**
   * Serves those who wait, and tells them, but for the one that asks and gets it as its answer.
   *
   * @return whether a newcomer may be served, if enough is free: nobody waits that would be
   *     overtaken
   */
  boolean serve(Moment now, long seen, LockRecord lock, @Nullable RequestRecord asking) {
    dropEndedLeases(now, lock);
    long free = lock.free();
    long sequences = Token.SEQUENCE_MAX - nextSequence(now, seen) + 1;
    List<RequestRecord> next = new ArrayList<>();
    boolean open = true;
    for (RequestRecord waiter : lock.waiters()) {
      if (waiter != asking && !waiter.request.fair() && !waiter.session.listening) {
        continue;
      }
      if (waiter.units() <= free && next.size() < sequences) {
        next.add(waiter);
        free -= waiter.units();
      } else {
        open = false;
        break;
      }
    }
    next.forEach(waiter -> grant(now, seen, lock, waiter));
    for (RequestRecord waiter : next) {
      if (waiter != asking) {
        messages.grant(
            waiter.session.id, waiter.request.id(), lock.resource, grantOf(lock, waiter));
      }
    }
    return open;
  }

  /** Makes a request a holder, for whom enough is free. */
  void grant(Moment now, long seen, LockRecord lock, RequestRecord request) {
    lastSequence = nextSequence(now, seen);
    request.grant(now, lastSequence);
    lock.hold(request);
  }

  /** A number of the same order for something that is no grant. */
  long takeSequence(Moment now, long seen) {
    requireSequence(now, seen);
    lastSequence = nextSequence(now, seen);
    return lastSequence;
  }

  /** The clock is a floor, so that sequences rise even after everything was lost. */
  private long nextSequence(Moment now, long seen) {
    return Math.max(Math.max(lastSequence, seen) + 1, now.wallMicros());
  }

  static Grant grantOf(LockRecord lock, RequestRecord request) {
    return new Grant(request.sequence(), lock.othersWait(request));
  }

  static void dropEndedLeases(Moment now, LockRecord lock) {
    lock.holders().stream()
        .filter(holder -> holder.remaining(now).isZero())
        .toList()
        .forEach(lock::remove);
  }
}
