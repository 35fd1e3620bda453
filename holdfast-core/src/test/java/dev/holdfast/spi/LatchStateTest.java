package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.LatchState.Standing;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a state of a latch tells of rounds that were seen before. */
class LatchStateTest {

  @ParameterizedTest
  @CsvSource({
    "9, 5, 2, 9, OPEN",
    "9, 5, 0, 9, ENDED",
    "9, 5, 2, 8, ENDED",
    "9, 5, 2, 5, ENDED",
    "9, 5, 2, 4, LOST",
    "9, 5, 2, 10, LOST",
    "9, 9, 2, 8, LOST",
    "9, 9, 0, 10, LOST",
    "0, 0, 0, 9, LOST"
  })
  void standing(long round, long unbrokenFrom, long count, long seen, Standing standing) {
    assertThat(new LatchState(round, unbrokenFrom, count).standingOf(seen)).isEqualTo(standing);
  }

  @Test
  void requestsAboutWhatIsNoLatch_orNoRound_throwIllegalArgumentException() {
    RequestId id = new RequestId("r");
    ResourceId lock = new ResourceId(ResourceKind.LOCK, "k");
    ResourceId latch = new ResourceId(ResourceKind.LATCH, "k");
    List<ThrowingCallable> refused =
        List.of(
            () -> new LatchRequest.Look(id, lock),
            () -> new LatchRequest.Await(id, lock),
            () -> new LatchRequest.SetCount(id, lock, 0, 1),
            () -> new LatchRequest.SetCount(id, latch, -1, 1),
            () -> new LatchRequest.SetCount(id, latch, 0, -1),
            () -> new LatchRequest.SetCount(id, latch, 0, 1L << 53),
            () -> new LatchRequest.CountDown(id, lock, 1),
            () -> new LatchRequest.CountDown(id, latch, 0),
            () -> new LatchRequest.Delete(id, lock, 1),
            () -> new LatchRequest.Delete(id, latch, 0));
    for (ThrowingCallable request : refused) {
      assertThatThrownBy(request).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
