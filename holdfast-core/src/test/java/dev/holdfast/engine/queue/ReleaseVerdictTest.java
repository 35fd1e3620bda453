package dev.holdfast.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleaseVerdictTest {

  @ParameterizedTest
  @CsvSource({
    // answer, held by other, shared, sent before, process changed -> verdict
    "RELEASED,    false, false, false, false, RELEASED",
    "RELEASED,    true,  false, false, false, RELEASED",
    "RELEASED,    false, false, true,  true,  RELEASED",
    "NOT_HOLDING, false, false, false, false, EXPIRED",
    "NOT_HOLDING, true,  false, false, false, TAKEN",
    "NOT_HOLDING, false, false, true,  false, RELEASED",
    "NOT_HOLDING, true,  false, true,  false, RELEASED",
    "NOT_HOLDING, false, false, true,  true,  UNKNOWN",
    "NOT_HOLDING, true,  false, true,  true,  UNKNOWN",
    "GONE,        false, false, false, false, EXPIRED",
    "GONE,        true,  false, false, false, TAKEN",
    "GONE,        false, false, true,  false, UNKNOWN",
    "NOT_HOLDING, true,  true,  false, false, EXPIRED",
    "GONE,        true,  true,  false, false, EXPIRED",
  })
  void answer_meansVerdict(
      Outcome outcome,
      boolean heldByOther,
      boolean shared,
      boolean sentBefore,
      boolean processChanged,
      ReleaseOutcome verdict) {
    ReleaseAnswer answer = new ReleaseAnswer(outcome, heldByOther);
    assertThat(ReleaseVerdict.of(answer, shared, sentBefore, processChanged)).isEqualTo(verdict);
  }
}
