package dev.holdfast.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleaseVerdictTest {

  @ParameterizedTest
  @CsvSource({
    // answer, held by other, sent before, process changed -> verdict
    "RELEASED,    false, false, false, RELEASED",
    "RELEASED,    true,  false, false, RELEASED",
    "RELEASED,    false, true,  true,  RELEASED",
    "NOT_HOLDING, false, false, false, EXPIRED",
    "NOT_HOLDING, true,  false, false, TAKEN",
    "NOT_HOLDING, false, true,  false, RELEASED",
    "NOT_HOLDING, true,  true,  false, RELEASED",
    "NOT_HOLDING, false, true,  true,  UNKNOWN",
    "NOT_HOLDING, true,  true,  true,  UNKNOWN",
    "GONE,        false, false, false, EXPIRED",
    "GONE,        true,  false, false, TAKEN",
    "GONE,        false, true,  false, UNKNOWN",
  })
  void answer_meansVerdict(
      Outcome outcome,
      boolean heldByOther,
      boolean sentBefore,
      boolean processChanged,
      ReleaseOutcome verdict) {
    ReleaseAnswer answer = new ReleaseAnswer(outcome, heldByOther);
    assertThat(ReleaseVerdict.of(answer, sentBefore, processChanged)).isEqualTo(verdict);
  }
}
