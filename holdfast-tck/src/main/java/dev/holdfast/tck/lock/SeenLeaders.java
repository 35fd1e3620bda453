package dev.holdfast.tck.lock;

import dev.holdfast.HoldfastException;
import dev.holdfast.Leader;
import dev.holdfast.LeaderListener;
import dev.holdfast.tck.arena.Patience;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what an observation tells. */
final class SeenLeaders implements LeaderListener {

  private final List<String> seen = new CopyOnWriteArrayList<>();

  @Override
  public void onLeader(Leader leader) {
    seen.add(leader.candidate());
  }

  @Override
  public void onVacancy() {
    seen.add("nobody");
  }

  @Override
  public void onUnknown(HoldfastException failure) {
    seen.add("unknown");
  }

  int size() {
    return seen.size();
  }

  void awaitLast(String who) {
    Patience.await(who + " to be seen")
        .until(() -> !seen.isEmpty() && seen.get(seen.size() - 1).equals(who));
  }
}
