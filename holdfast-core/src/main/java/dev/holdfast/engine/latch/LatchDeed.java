package dev.holdfast.engine.latch;

import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;

/** What a {@link LatchCommand} is to do. */
public sealed interface LatchDeed {

  /** The request for it, once the round is known. */
  LatchRequest request(RequestId id, ResourceId latch, long round);

  /** Only look. */
  record Look() implements LatchDeed {

    @Override
    public LatchRequest request(RequestId id, ResourceId latch, long round) {
      return new LatchRequest.Look(id, latch);
    }
  }

  /** Begin a round. */
  record SetCount(long count) implements LatchDeed {

    @Override
    public LatchRequest request(RequestId id, ResourceId latch, long round) {
      return new LatchRequest.SetCount(id, latch, round, count);
    }
  }

  /** Count down once. */
  record CountDown() implements LatchDeed {

    @Override
    public LatchRequest request(RequestId id, ResourceId latch, long round) {
      return new LatchRequest.CountDown(id, latch, round);
    }
  }

  /** Forget the latch. */
  record Delete() implements LatchDeed {

    @Override
    public LatchRequest request(RequestId id, ResourceId latch, long round) {
      return new LatchRequest.Delete(id, latch, round);
    }
  }
}
