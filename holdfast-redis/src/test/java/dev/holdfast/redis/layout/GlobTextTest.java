package dev.holdfast.redis.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.NamePattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          order:42   | order:42
          order:*    | order:*
          *:?2       | *:*2
          *order*    | *order*
          a*b*c*d*e  | a*b*e
          ***order** | *order*
          [x]^-      | \\[x\\]\\^\\-
          \\*        | \\*
          a\\        | a\\\\
          """)
  void glob_letsThroughWhatMatches_withTwoStarsAtMost(String pattern, String glob) {
    assertThat(GlobText.of(NamePattern.of(pattern))).isEqualTo(glob);
  }
}
