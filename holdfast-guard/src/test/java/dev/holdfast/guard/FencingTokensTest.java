package dev.holdfast.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FencingTokensTest {

  @Test
  void decimalText_isRead() {
    assertThat(FencingTokens.parse("1")).isEqualTo(1);
    assertThat(FencingTokens.parse("1849201939281920001")).isEqualTo(1_849_201_939_281_920_001L);
    assertThat(FencingTokens.parse("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "-1", "+1", " 1", "1 ", "01", "1.0", "1e3", "0x1", "9223372036854775808"})
  void anythingElse_isRefused(String text) {
    assertThatThrownBy(() -> FencingTokens.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void longText_isNotRepeatedAsAWhole() {
    assertThatThrownBy(() -> FencingTokens.parse("9".repeat(10_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .extracting(error -> error.getMessage().length())
        .matches(length -> (int) length < 200);
  }

  @Test
  void notPositive_isRefused() {
    assertThat(FencingTokens.requireToken(1)).isEqualTo(1);
    assertThatThrownBy(() -> FencingTokens.requireToken(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
