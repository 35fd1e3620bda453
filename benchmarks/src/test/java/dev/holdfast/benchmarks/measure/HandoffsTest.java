package dev.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandoffsTest {

  private final Handoffs handoffs = new Handoffs();

  @Test
  void nextHoldInAnotherProcess_isAHandoff() {
    handoffs.add(List.of(List.of(holds(1_000, 2_000, 2_300)), List.of(holds(2_500, 3_000, 3_100))));

    assertThat(handoffs.fromReleaseBegin().count()).isEqualTo(1);
    assertThat(handoffs.fromReleaseBegin().meanNanos()).isEqualTo(500);
    assertThat(handoffs.fromReleaseEnd().meanNanos()).isEqualTo(200);
    assertThat(handoffs.overlaps()).isZero();
  }

  @Test
  void nextHoldInTheSameProcess_isNone() {
    handoffs.add(List.of(List.of(holds(1_000, 2_000, 2_300), holds(2_400, 2_500, 2_600))));

    assertThat(handoffs.fromReleaseBegin().count()).isZero();
  }

  @Test
  void onlyTheLastReleaseBeforeTheEntryCounts() {
    Holds twice = holds(1_000, 2_000, 2_100);
    twice.add(2_200, 2_300, 2_400);

    handoffs.add(List.of(List.of(twice), List.of(holds(2_400, 9_000, 9_100))));

    assertThat(handoffs.fromReleaseBegin().count()).isEqualTo(1);
    assertThat(handoffs.fromReleaseBegin().meanNanos()).isEqualTo(100);
  }

  @Test
  void entryBeforeTheReleaseHasBegun_isAnOverlap() {
    handoffs.add(List.of(List.of(holds(1_000, 2_000, 2_300)), List.of(holds(1_999, 3_000, 3_100))));

    assertThat(handoffs.overlaps()).isEqualTo(1);
  }

  @Test
  void entryBeforeTheReleaseHasReturned_isNoOverlapAndTakesNoTimeFromItsEnd() {
    handoffs.add(List.of(List.of(holds(1_000, 2_000, 2_300)), List.of(holds(2_200, 3_000, 3_100))));

    assertThat(handoffs.overlaps()).isZero();
    assertThat(handoffs.fromReleaseEnd().percentileNanos(1)).isZero();
  }

  @Test
  void timesMayBeNegativeOrWrapAround() {
    handoffs.add(
        List.of(
            List.of(holds(Long.MAX_VALUE - 1_000, Long.MAX_VALUE - 100, Long.MAX_VALUE)),
            List.of(holds(Long.MIN_VALUE + 899, Long.MIN_VALUE + 2_000, Long.MIN_VALUE + 3_000))));

    assertThat(handoffs.fromReleaseBegin().meanNanos()).isEqualTo(1_000);
  }

  @Test
  void writtenHolds_areReadAgain(@TempDir Path folder) throws IOException {
    Holds many = new Holds();
    for (int i = 0; i < 10_000; i++) {
      many.add(i * 10L, i * 10L + 1, i * 10L + 2);
    }
    Path file = folder.resolve("holds");

    Holds.write(List.of(many, new Holds()), file);
    List<Holds> read = Holds.read(file);

    assertThat(read).hasSize(2);
    assertThat(read.get(0).size()).isEqualTo(10_000);
    assertThat(read.get(0).entry(9_999)).isEqualTo(99_990);
    assertThat(read.get(0).releaseBegin(9_999)).isEqualTo(99_991);
    assertThat(read.get(0).releaseEnd(9_999)).isEqualTo(99_992);
    assertThat(read.get(1).size()).isZero();
  }

  @Test
  void twoThreadsOfEachProcess_areOneOrderOfHolds() throws IOException {
    // a1 b1 a2 b2: the lock travels three times.
    Handoffs result = new Handoffs();
    result.add(
        List.of(
            List.of(holds(1_000, 1_100, 1_200), holds(3_000, 3_100, 3_200)),
            List.of(holds(2_000, 2_100, 2_200), holds(4_000, 4_100, 4_200))));

    assertThat(result.fromReleaseBegin().count()).isEqualTo(3);
    assertThat(result.fromReleaseBegin().percentileNanos(0.5))
        .isCloseTo(900, Percentage.withPercentage(1.6));
  }

  private static Holds holds(long entry, long releaseBegin, long releaseEnd) {
    Holds holds = new Holds();
    holds.add(entry, releaseBegin, releaseEnd);
    return holds;
  }
}
