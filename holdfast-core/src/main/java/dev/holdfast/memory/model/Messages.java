package dev.holdfast.memory.model;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;

/** What a space tells sessions unasked, in the order of the events. */
public interface Messages {

  /** A queued request of a session was granted by somebody else's command. */
  void grant(String session, RequestId id, ResourceId resource, Grant grant);

  /** A request of another session waits for what a request of this session holds. */
  void othersWait(String session, RequestId id);

  /** A queued request of a session waits no more, because it asks for more than there is. */
  void refused(String session, RequestId id);

  /** The round of a latch that a session awaits is over. */
  void latchEnded(String session, RequestId id, long round, LatchEnd end);

  /** An operator takes a lease away from a session. */
  void revoked(String session, Revocation revocation);
}
