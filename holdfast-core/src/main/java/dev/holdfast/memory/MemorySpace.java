package dev.holdfast.memory;

import dev.holdfast.memory.model.LockSpace;
import dev.holdfast.memory.model.Messages;
import dev.holdfast.memory.model.Moment;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.TimeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A {@link LockSpace} that threads share.
 *
 * <p><b>Guard.</b> One plain lock around each command. Commands take microseconds and wait for
 * nothing; what they have to tell is only posted to mailboxes, so no other code runs inside the
 * guard but the scheduler's {@code schedule}. A queue served by one thread would order commands
 * just as well, at the price of a thread or of two more hops for each command.
 *
 * <p><b>Time.</b> The space has one clock, that of the client which came first: what a server's
 * clock is elsewhere. Clients whose own clocks differ do no harm.
 */
final class MemorySpace {

  private final TimeSource time;
  private final ReentrantLock guard = new ReentrantLock();

  // Guarded by the guard, as is everything in the model.
  private final Map<String, MemorySession> receivers = new HashMap<>();
  private final LockSpace model = new LockSpace(new ToReceivers());
  private long sessionsOpened;

  /** How many stores and views use the space. Guarded by the registry's guard. */
  private int users;

  MemorySpace(TimeSource time) {
    this.time = time;
  }

  /** For the registry only. */
  int changeUsers(int by) {
    users += by;
    return users;
  }

  /** Carries out one command. What it does must be short and must not complete anything. */
  <T> T command(Function<Turn, T> command) {
    guard.lock();
    try {
      return command.apply(new Turn(this, model, new Moment(time.nanos(), time.wallMillis())));
    } finally {
      guard.unlock();
    }
  }

  /** Makes an id that this space has not seen. Called inside a command. */
  String nextSessionId() {
    sessionsOpened++;
    return "memory-" + sessionsOpened;
  }

  /** Connects a session with its receiver. Called inside a command. */
  void receive(String session, MemorySession receiver) {
    receivers.put(session, receiver);
  }

  /** Sends a session nothing more. Called inside a command. */
  void ignore(String session) {
    receivers.remove(session);
    model.setListening(session, false);
  }

  /** Hands the model's messages to the mailbox of the session's store. Runs inside a command. */
  private final class ToReceivers implements Messages {

    @Override
    public void grant(String session, RequestId id, ResourceId resource, Grant grant) {
      MemorySession receiver = receivers.get(session);
      if (receiver != null) {
        receiver.postGrant(id, resource, grant);
      }
    }

    @Override
    public void othersWait(String session, RequestId id) {
      MemorySession receiver = receivers.get(session);
      if (receiver != null) {
        receiver.postOthersWait(id);
      }
    }

    @Override
    public void refused(String session, RequestId id) {
      MemorySession receiver = receivers.get(session);
      if (receiver != null) {
        receiver.postRefused(id);
      }
    }

    @Override
    public void latchEnded(String session, RequestId id, long round, LatchEnd end) {
      MemorySession receiver = receivers.get(session);
      if (receiver != null) {
        receiver.postLatchEnded(id, round, end);
      }
    }

    @Override
    public void revoked(String session, Revocation revocation) {
      MemorySession receiver = receivers.get(session);
      if (receiver != null) {
        receiver.postRevoked(revocation);
      }
    }
  }
}
