package dev.holdfast.tck.simulation;

import dev.holdfast.LockView;
import dev.holdfast.memory.MemorySpaceView;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.Token;
import dev.holdfast.tck.time.VirtualTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges a simulated world after every single event: while a lease says that it is held, the store
 * says so too, nobody says it whom it excludes, and its token is higher than that of every such
 * lease before it; and never more permits are held than a semaphore can have.
 */
final class Oracle {

  private static final long UNHEARD_NANOS_MAX = Player.TTL.dividedBy(3).plusMillis(200).toNanos();

  private final MemorySpaceView store;
  private final VirtualTime time;
  private final List<Held> leases = new ArrayList<>();
  private final Map<ResourceId, Long> highest = new HashMap<>();
  private final Map<ResourceId, Long> highestExclusive = new HashMap<>();

  /** When by force the store took what it had granted with these sequences. */
  private final Map<Long, Long> robbedNanos = new HashMap<>();

  private final Set<Long> heard = new HashSet<>();
  private final Map<Long, Long> unheardSinceNanos = new HashMap<>();
  private int valid;

  Oracle(MemorySpaceView store, VirtualTime time) {
    this.store = store;
    this.time = time;
  }

  void add(Held held) {
    heard.add(held.sequence());
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
          robbedNanos.put(Token.sequence(holder.fencingToken()), time.elapsedNanos());
        }
      }
    }
    for (Held held : leases) {
      if (held.player == player) {
        robbedNanos.put(held.sequence(), time.elapsedNanos());
      }
    }
  }

  void judge() {
    Map<ResourceId, List<Held>> holders = new HashMap<>();
    for (Held held : leases) {
      if (!held.isValid()) {
        continue;
      }
      Long robbed = robbedNanos.get(held.sequence());
      if (robbed != null) {
        judgeRobbed(held, time.elapsedNanos() - robbed);
        continue;
      }
      holders.computeIfAbsent(held.resource(), resource -> new ArrayList<>()).add(held);
      judgeToken(held);
      judgeStore(held);
    }
    holders.forEach(this::judgeTogether);
  }

  private void judgeTogether(ResourceId resource, List<Held> together) {
    if (together.size() > 1 && together.stream().anyMatch(Held::exclusive)) {
      throw new AssertionError("One holds it alone beside another: " + together);
    }
    long units = together.stream().mapToLong(Held::units).sum();
    if (resource.kind() == ResourceKind.SEMAPHORE && units > World.PERMITS_MAX) {
      throw new AssertionError("More permits are held than there can be: " + together);
    }
  }

  /**
   * A grant whose message was lost is found by asking again: within a third of the time to live,
   * and a little for the ways.
   */
  void judgeUnheard() {
    for (ResourceId resource : store.resources()) {
      for (LockView.Holder holder : store.inspect(resource).holders()) {
        long sequence = Token.sequence(holder.fencingToken());
        if (heard.contains(sequence)) {
          continue;
        }
        long since = unheardSinceNanos.computeIfAbsent(sequence, s -> time.elapsedNanos());
        if (time.elapsedNanos() - since > UNHEARD_NANOS_MAX) {
          throw new AssertionError("Granted in the store, and its client has not heard: " + holder);
        }
      }
    }
  }

  private void judgeToken(Held held) {
    if (held.seenValid) {
      return;
    }
    held.seenValid = true;
    valid++;
    long token = held.token();
    Map<ResourceId, Long> excluded = held.exclusive() ? highest : highestExclusive;
    Long before = excluded.get(held.resource());
    if (before != null && before >= token) {
      throw new AssertionError("Token " + token + " came after " + before + ": " + held);
    }
    highest.merge(held.resource(), token, Math::max);
    if (held.exclusive()) {
      highestExclusive.put(held.resource(), token);
    }
  }

  /** By force it may be taken unnoticed, but not for longer than a session can last unconfirmed. */
  private void judgeRobbed(Held held, long sinceNanos) {
    if (sinceNanos > Player.TTL.toNanos() && !storeHas(held)) {
      throw new AssertionError("Taken by force long ago, but it says that it is held: " + held);
    }
  }

  private void judgeStore(Held held) {
    if (!storeHas(held)) {
      throw new AssertionError("The store has given it away, but it says that it is held: " + held);
    }
  }

  private boolean storeHas(Held held) {
    return store.inspect(held.resource()).holders().stream()
        .anyMatch(
            holder ->
                Token.sequence(holder.fencingToken()) == held.sequence()
                    && holder.units() >= held.units());
  }
}
