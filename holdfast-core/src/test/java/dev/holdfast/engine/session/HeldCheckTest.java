package dev.holdfast.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SessionListener.Known;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Which held requests a renewal looks after. */
class HeldCheckTest {

  private final Map<RequestId, SessionMember> members = new ConcurrentHashMap<>();
  private final HeldCheck check = new HeldCheck(members.values());

  private static final class Member extends UnusedMember {

    private final boolean holds;
    private final Optional<Boolean> known;

    Member(String name, boolean holds, Optional<Boolean> known) {
      super(name);
      this.holds = holds;
      this.known = known;
    }

    @Override
    public boolean holdsAll() {
      return holds;
    }

    @Override
    public Optional<Known> known() {
      return known.map(held -> new Known(id(), resource(), held));
    }
  }

  private void add(Member member) {
    members.put(member.id(), member);
  }

  private void holding(int from, int to) {
    for (int i = from; i < to; i++) {
      add(new Member("held-" + i, true, Optional.of(true)));
    }
  }

  private Set<String> next() {
    List<Known> chosen = check.next();
    Set<String> names = new HashSet<>();
    chosen.forEach(known -> names.add(known.id().value()));
    assertThat(names).hasSameSizeAs(chosen);
    return names;
  }

  @Test
  void nothingHeld_nothingIsChosen() {
    assertThat(next()).isEmpty();
    add(new Member("waits", false, Optional.of(false)));
    assertThat(next()).isEmpty();
  }

  @Test
  void upToAHundred_areAllChosen_everyTime() {
    for (int count = 1; count <= HeldCheck.AT_ONCE_MAX; count++) {
      holding(count - 1, count);
      add(new Member("waits-" + count, false, Optional.of(false)));
      assertThat(next()).hasSize(count);
      assertThat(next()).hasSize(count);
    }
  }

  @Test
  void more_areChosenInTurn_eachOnceInARound() {
    holding(0, 250);
    for (int round = 0; round < 3; round++) {
      Set<String> all = new HashSet<>();
      for (int size : new int[] {100, 100, 50}) {
        Set<String> some = next();
        assertThat(some).hasSize(size).noneMatch(all::contains);
        all.addAll(some);
      }
      assertThat(all).hasSize(250);
    }
  }

  @Test
  void releasedBetweenTheTwoLooks_isNotChosen() {
    add(new Member("being-released", true, Optional.empty()));
    add(new Member("not-any-more", true, Optional.of(false)));
    holding(0, 1);
    assertThat(next()).containsExactly("held-0");
  }

  @Test
  void membersThatLeaveAndJoin_disturbNoRound() {
    holding(0, 150);
    assertThat(next()).hasSize(100);
    members.clear();
    holding(200, 230);
    Set<String> rest = next();
    rest.addAll(next());
    assertThat(rest).filteredOn(name -> name.startsWith("held-2")).hasSize(30);
    rest.removeIf(name -> name.startsWith("held-2"));
    assertThat(rest).as("at most the one at which the round stood").hasSizeLessThan(2);
  }
}
