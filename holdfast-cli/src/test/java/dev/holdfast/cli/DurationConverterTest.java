package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "500ms, PT0.5S",
    "10s, PT10S",
    "2m, PT2M",
    "1h, PT1H",
    "PT1M30S, PT1M30S",
    "0s, PT0S",
    "876000h, P36500D",
    "999999999h, P36500D",
    "PT9223372036854775807S, P36500D"
  })
  void convert_understands(String text, Duration expected) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "-1s", "1.5s", "", "s", "1 s", "10S", "1d", "PT-5S", "forever"})
  void convert_refusesClearly(String text) {
    assertThatThrownBy(() -> new DurationConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageStartingWith("'" + text + "' is not a duration; write 500ms, 10s, 2m, 1h");
  }
}
