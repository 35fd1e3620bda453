package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          *        | order:42   | true
          order:*  | order:42   | true
          order:*  | orders     | false
          *:42     | order:42   | true
          o*r:?2   | order:42   | true
          ?        | ö          | true
          ?        | 🔒         | true
          ??       | 🔒         | false
          a*b*c    | abbcabc    | true
          a*b*c    | abbcab     | false
          **a**    | bab        | true
          a?*      | a          | false
          a.b      | axb        | false
          \\*      | *          | true
          \\*      | x          | false
          \\\\     | \\         | true
          \\       | \\         | true
          [a]      | a          | false
          (        | (          | true
          \\Ex     | Ex         | true
          Q\\\\E*  | Q\\E!      | true
          """)
  void matches_theWholeName(String pattern, String name, boolean expected) {
    assertThat(NamePattern.of(pattern).matches(name)).isEqualTo(expected);
  }

  @Test
  void manyStars_areComparedInTheTimeOfAFew() {
    String name = "a".repeat(500);
    assertThat(NamePattern.of("*a".repeat(100) + "*b").matches(name)).isFalse();
    assertThat(NamePattern.of("*a".repeat(100) + "*").matches(name)).isTrue();
  }

  @Test
  void lineFeeds_areCharactersToo() {
    assertThat(NamePattern.of("a*").matches("a\nb")).isTrue();
    assertThat(NamePattern.of("a?b").matches("a\nb")).isTrue();
  }
}
