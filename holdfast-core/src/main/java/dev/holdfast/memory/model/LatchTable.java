package dev.holdfast.memory.model;

import dev.holdfast.LockKind;
import dev.holdfast.LockView;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchAnswer.Applied;
import dev.holdfast.spi.LatchAnswer.Other;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.LatchState;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latches of a space, and what each request does to them. Used by {@link LockSpace} only, for
 * sessions that live.
 */
final class LatchTable {

  private final Messages messages;
  private final Map<ResourceId, LatchRecord> latches = new HashMap<>();

  /** The rounds that have ended, first the one that is forgotten first. */
  private final Set<LatchRecord> ended = new LinkedHashSet<>();

  LatchTable(Messages messages) {
    this.messages = messages;
  }

  /**
   * Carries out a request.
   *
   * @param rounds gives the number of a new round, higher than all before it
   */
  LatchAnswer carryOut(
      Moment now, SessionRecord session, LongSupplier rounds, LatchRequest request) {
    forgetEnded(now);
    LatchRecord latch = latches.get(request.latch());
    LatchState state = latch == null ? LatchState.NONE : latch.state();
    if (request instanceof LatchRequest.SetCount set) {
      return setCount(now, latch, rounds, set);
    }
    if (request instanceof LatchRequest.CountDown countDown) {
      if (latch == null || latch.round != countDown.round()) {
        return new Other(state);
      }
      boolean wasOpen = latch.isOpen();
      latch.countDown(now, countDown.id());
      if (wasOpen) {
        noteEnd(latch);
      }
      return new Applied(latch.state());
    }
    if (request instanceof LatchRequest.Delete delete) {
      if (latch == null || latch.round != delete.round()) {
        return new Other(state);
      }
      latches.remove(delete.latch());
      ended.remove(latch);
      tell(latch, LatchEnd.DELETED);
      return new Applied(LatchState.NONE);
    }
    if (request instanceof LatchRequest.Await && latch != null && latch.isOpen()) {
      latch.await(request.id(), session);
    }
    return new Applied(state);
  }

  private LatchAnswer setCount(
      Moment now, @Nullable LatchRecord latch, LongSupplier rounds, LatchRequest.SetCount set) {
    LatchState state = latch == null ? LatchState.NONE : latch.state();
    if (latch != null && latch.setter.equals(set.id())) {
      return new Applied(state);
    }
    if (state.round() != set.round() || state.count() > 0) {
      return new Other(state);
    }
    long round = rounds.getAsLong();
    long unbrokenFrom = latch == null ? round : latch.unbrokenFrom;
    LatchRecord fresh = new LatchRecord(now, set, round, unbrokenFrom);
    latches.put(set.latch(), fresh);
    if (latch != null) {
      ended.remove(latch);
    }
    noteEnd(fresh);
    return new Applied(fresh.state());
  }

  private void noteEnd(LatchRecord latch) {
    if (!latch.isOpen()) {
      ended.add(latch);
      tell(latch, LatchEnd.COUNTED_DOWN);
    }
  }

  private void tell(LatchRecord latch, LatchEnd end) {
    latch
        .takeAwaiting()
        .forEach((id, session) -> messages.latchEnded(session.id, id, latch.round, end));
  }

  /** Takes an await back. */
  boolean leave(ResourceId resource, RequestId id) {
    LatchRecord latch = latches.get(resource);
    return latch != null && latch.leave(id);
  }

  /** A session is over. */
  void end(SessionRecord session) {
    List.copyOf(session.awaits.entrySet()).forEach(entry -> entry.getValue().leave(entry.getKey()));
  }

  /** Forgets a latch without telling anyone. */
  void forget(ResourceId resource) {
    LatchRecord latch = latches.remove(resource);
    if (latch != null) {
      ended.remove(latch);
      latch.takeAwaiting();
    }
  }

  /** The count of a latch; who awaits it is not told. */
  LockView view(Moment now, ResourceId resource) {
    forgetEnded(now);
    LatchRecord latch = latches.get(resource);
    long count = latch == null ? 0 : latch.state().count();
    return new LockView(resource.name(), LockKind.LATCH, count, List.of(), List.of());
  }

  /** How many requests await the end of a latch's round. */
  int awaiting(ResourceId resource) {
    LatchRecord latch = latches.get(resource);
    return latch == null ? 0 : latch.awaiting();
  }

  /** The latches whose round is open. */
  List<ResourceId> open() {
    return latches.entrySet().stream()
        .filter(entry -> entry.getValue().isOpen())
        .map(Map.Entry::getKey)
        .toList();
  }

  private void forgetEnded(Moment now) {
    Iterator<LatchRecord> first = ended.iterator();
    while (first.hasNext()) {
      LatchRecord latch = first.next();
      if (!latch.isForgotten(now)) {
        return;
      }
      first.remove();
      latches.remove(latch.resource);
    }
  }
}
