package dev.holdfast.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTest {

  @Test
  void text_staysOnItsLine_andTellsTheTerminalNothing() {
    assertThat(Printable.text("größe \uD83D\uDD12")).isEqualTo("größe \uD83D\uDD12");
    assertThat(Printable.text("a\nb\u001b[31m\u202e")).isEqualTo("a\\u{a}b\\u{1b}[31m\\u{202e}");
  }

  @Test
  void lines_stayLines_andTellTheTerminalNothing() {
    assertThat(Printable.lines("a\u0007\r\nb\tc")).isEqualTo("a\\u{7}\nb\\u{9}c");
  }

  @ParameterizedTest
  @CsvSource({
    "PT-1S, 0s",
    "PT0.9S, 0s",
    "PT59S, 59s",
    "PT60S, 1m",
    "PT1M5S, 1m5s",
    "PT1H, 1h",
    "PT1H2M3S, 1h2m",
    "PT24H, 1d",
    "PT49H, 2d1h"
  })
  void duration_hasItsTwoLargestUnits(Duration duration, String text) {
    assertThat(Printable.duration(duration)).isEqualTo(text);
  }

  @Test
  void time_hasItsDay_unlessItIsToday() {
    LocalDate day = LocalDate.of(2026, 5, 4);
    Instant now = day.atTime(12, 0).atZone(ZoneId.systemDefault()).toInstant();
    assertThat(Printable.time(now.minusSeconds(60), now)).isEqualTo("11:59:00");
    Instant before =
        day.minusDays(1).atTime(LocalTime.NOON).atZone(ZoneId.systemDefault()).toInstant();
    assertThat(Printable.time(before, now)).isEqualTo("2026-05-03 12:00:00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "order:42 | order:42",
        "a b      | 'a b'",
        "it's     | 'it'\\''s'",
        "-n       | '-n'"
      })
  void word_isReadBackByTheShell(String name, String word) {
    assertThat(Printable.word(name)).isEqualTo(word);
  }
}
