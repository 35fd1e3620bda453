package dev.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SliceResultTest {

  @Test
  void decode_ofEncoded_isTheSame() {
    SliceResult result = result(3, 1_000_000_000, 700);

    SliceResult copy = SliceResult.decode(result.encode());

    assertThat(copy.encode()).isEqualTo(result.encode());
    assertThat(copy.use()).isEqualTo(result.use());
    assertThat(copy.cyclesPerSecond()).isEqualTo(3);
  }

  @Test
  void plus_ofTheSameSlice_takesTheLongerTime() {
    SliceResult sum = result(30, 1_000_000_000, 700).plus(result(50, 2_000_000_000, 500), true);

    assertThat(sum.cycles()).isEqualTo(80);
    assertThat(sum.cyclesPerSecond()).isEqualTo(40);
    assertThat(sum.acquire().count()).isEqualTo(2);
    assertThat(sum.use().cpuNanos()).isEqualTo(1_200);
    assertThat(sum.use().cpuNanosByThreads()).containsEntry("worker", 1_200L);
  }

  @Test
  void plus_ofAnotherSlice_addsTheTimes() {
    SliceResult sum = result(30, 1_000_000_000, 700).plus(result(50, 1_000_000_000, 500), false);

    assertThat(sum.cyclesPerSecond()).isEqualTo(40);
  }

  @Test
  void decode_withoutAField_throwsIllegalArgumentExceptionThatNamesIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SliceResult.decode("cycles=3"))
        .withMessageContaining("elapsed");
  }

  private static SliceResult result(long cycles, long elapsed, long cpu) {
    Histogram histogram = new Histogram();
    histogram.add(100);
    ProcessUse use = new ProcessUse(cpu, Map.of("worker", cpu), 64);
    return new SliceResult(cycles, elapsed, histogram, new Histogram(), histogram, use);
  }
}
