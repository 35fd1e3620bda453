package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "0ms, PT0S",
    "500ms, PT0.5S",
    "10s, PT10S",
    "2m, PT2M",
    "1h, PT1H",
    "090s, PT90S",
    "999999999h, PT999999999H"
  })
  void parse_numberWithUnit_isThatDuration(String text, Duration expected) {
    assertThat(DurationText.parse("ttl", text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "s", "-1s", "+1s", "1.5s", "10 s", "10S", "1d", "PT1S", "1234567890s"})
  void parse_anotherForm_throwsIllegalArgumentException(String text) {
    assertThatThrownBy(() -> DurationText.parse("ttl", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ttl=%s is not a duration; write a whole number with its unit: 500ms, 10s, 2m or 1h",
            text);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0ms",
    "PT0.5S, 500ms",
    "PT1.5S, 1500ms",
    "PT1S, 1s",
    "PT1M30S, 90s",
    "PT2M, 2m",
    "PT1H, 1h",
    "PT0.0009S, 0ms"
  })
  void of_duration_usesTheLargestWholeUnit(Duration duration, String expected) {
    assertThat(DurationText.of(duration)).isEqualTo(expected);
  }
}
