package dev.holdfast.redis.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.redis.redlock.TokenSearch.Variant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every order of a few messages between two clients and three nodes, over the real scripts and the
 * real {@link Tally}: tokens rise over leases that share a node which kept its data. The variants
 * that look as good are caught.
 */
@Tag("slow")
class TokenSearchTest {

  private static NodeSteps steps;

  @BeforeAll
  static void start() {
    steps = new NodeSteps();
  }

  @AfterAll
  static void stop() {
    steps.close();
  }

  private static TokenSearch search(Variant variant, int... counters) {
    return new TokenSearch(steps, variant, counters);
  }

  @Test
  void theRules_areClean_whereCountersDiffer() {
    TokenSearch search = search(Variant.RIGHT, 4, 2, 2);
    assertThat(search.run()).isEmpty();
    assertThat(search.states()).isGreaterThan(10_000);
  }

  @Test
  void theRules_areClean_overALostNode() {
    TokenSearch search = search(Variant.RIGHT, 4, 4, 0).withOneEmptyRestart();
    assertThat(search.run()).isEmpty();
    assertThat(search.states()).isGreaterThan(10_000);
  }

  @Test
  void theRules_areClean_fromALease_overALostNode() {
    TokenSearch search = search(Variant.RIGHT, 4, 4, 0).withOneEmptyRestart().fromALease();
    assertThat(search.run()).isEmpty();
    assertThat(search.states()).isGreaterThan(1_000);
  }

  @Test
  void withoutRaising_isCaught() {
    assertThat(search(Variant.HIGHEST_OF_THE_MAJORITY, 4, 2, 2).run()).isPresent();
  }

  @Test
  void raisingWhateverIsSet_isCaught() {
    assertThat(search(Variant.RAISED_ANYWHERE, 4, 2, 2).run()).isPresent();
  }

  @Test
  void extensionWithoutTheNumber_isCaught() {
    assertThat(
            search(Variant.EXTENDED_WITHOUT_NUMBER, 4, 4, 0)
                .withOneEmptyRestart()
                .fromALease()
                .run())
        .isPresent();
  }

  @Test
  void voteRightAfterARestart_isCaught() {
    assertThat(search(Variant.VOTE_AFTER_RESTART, 4, 4, 4).withOneEmptyRestart().run()).isPresent();
  }
}
