package dev.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {

  private final Histogram histogram = new Histogram();

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, 65, 127, 128, 1_000, 123_456, 5_000_000_000L, Long.MAX_VALUE})
  void percentile_ofOneDuration_isThatDurationToTwoPercent(long nanos) {
    histogram.add(nanos);

    assertThat(histogram.percentileNanos(0.5))
        .isCloseTo((double) nanos, Percentage.withPercentage(1.6));
    assertThat(histogram.percentileNanos(1)).isEqualTo(histogram.percentileNanos(0));
    assertThat(histogram.meanNanos()).isEqualTo((double) nanos);
  }

  @Test
  void percentile_ofAThousandDurations_leavesTheRightShareAbove() {
    for (int micros = 1; micros <= 1_000; micros++) {
      histogram.add(micros * 1_000L);
    }

    assertThat(histogram.percentileNanos(0.5)).isCloseTo(500_000, Percentage.withPercentage(1.6));
    assertThat(histogram.percentileNanos(0.99)).isCloseTo(990_000, Percentage.withPercentage(1.6));
    assertThat(histogram.meanNanos()).isEqualTo(500_500, within(0.1));
    assertThat(histogram.count()).isEqualTo(1_000);
  }

  @Test
  void percentile_ofNothing_isZero() {
    assertThat(histogram.percentileNanos(0.99)).isZero();
    assertThat(histogram.meanNanos()).isZero();
  }

  @Test
  void negativeDuration_countsAsZero() {
    histogram.add(-5);

    assertThat(histogram.count()).isEqualTo(1);
    assertThat(histogram.percentileNanos(1)).isZero();
  }

  @Test
  void decode_ofEncoded_isTheSame() {
    histogram.add(17);
    histogram.add(17);
    histogram.add(4_711_000);

    Histogram copy = Histogram.decode(histogram.encode());

    assertThat(copy.encode()).isEqualTo(histogram.encode()).doesNotContain(" ");
    assertThat(copy.count()).isEqualTo(3);
    assertThat(copy.meanNanos()).isEqualTo(histogram.meanNanos());
    assertThat(Histogram.decode(new Histogram().encode()).count()).isZero();
  }

  @Test
  void add_ofAnother_isAsIfAllHadBeenCountedInOne() {
    Histogram other = new Histogram();
    other.add(100);
    other.add(900);
    histogram.add(500);

    histogram.add(other);

    assertThat(histogram.count()).isEqualTo(3);
    assertThat(histogram.meanNanos()).isEqualTo(500);
    assertThat(histogram.percentileNanos(0.5)).isCloseTo(500, Percentage.withPercentage(1.6));
  }
}
