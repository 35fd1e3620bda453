package dev.holdfast.tck.simulation;

import dev.holdfast.LockView;
import dev.holdfast.memory.MemorySpaceView;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges a simulated world after every single event: while a lease says that it is held, the store
 * says so too, nobody else says it, and its token is higher than that of every lease before it.
 */
final class Oracle {

  private final MemorySpaceView store;
  private final List<Held> leases = new ArrayList<>();
  private final Map<String, Long> highest = new HashMap<>();
  private final Set<Long> robbedSequences = new HashSet<>();
  private int valid;

  Oracle(MemorySpaceView store) {
    this.store = store;
  }

  void add(Held held) {
    held.robbed = robbedSequences.contains(held.sequence());
    leases.add(held);
  }

  void remove(Held held) {
    leases.remove(held);
  }

  /** How many leases were seen valid in all. */
  int valid() {
    return valid;
  }

  /** A player's session was ended, or its store lost data: nothing is promised for what it has. */
  void rob(Player player) {
    for (ResourceId resource : store.resources()) {
      LockView view = store.inspect(resource);
      for (LockView.Holder holder : view.holders()) {
        if (holder.party().client().equals(player.toString())) {
          robbedSequences.add(Token.sequence(holder.fencingToken()));
        }
      }
    }
    for (Held held : leases) {
      if (held.player == player) {
        held.robbed = true;
        robbedSequences.add(held.sequence());
      }
    }
  }

  void judge() {
    Map<String, Held> holders = new HashMap<>();
    for (Held held : leases) {
      if (held.robbed || !held.lease.isHeld()) {
        continue;
      }
      String name = held.lease.name();
      Held other = holders.put(name, held);
      if (other != null) {
        throw new AssertionError("Two hold " + name + ": " + other + " and " + held);
      }
      judgeToken(held);
      judgeStore(held);
    }
  }

  private void judgeToken(Held held) {
    if (held.seenValid) {
      return;
    }
    held.seenValid = true;
    valid++;
    long token = held.lease.fencingToken();
    Long before = highest.put(held.lease.name(), token);
    if (before != null && before >= token) {
      throw new AssertionError("Token " + token + " came after " + before + ": " + held);
    }
  }

  private void judgeStore(Held held) {
    LockView view = store.inspect(new ResourceId(ResourceKind.LOCK, held.lease.name()));
    boolean holds =
        view.holders().stream()
            .anyMatch(holder -> Token.sequence(holder.fencingToken()) == held.sequence());
    if (!holds) {
      throw new AssertionError(
          "The store has given it away, but it says that it is held: " + held + "; store: " + view);
    }
  }
}
