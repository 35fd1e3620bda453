package dev.holdfast.testing.proxy;

import dev.holdfast.testing.resp.RespFrame;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Knows which request of a connection a reply belongs to, and which messages of a server are no
 * replies.
 *
 * <p>A server answers in order, with one exception: a subscription is confirmed once for each
 * channel, in protocol version 3 by messages of the type of pushes. Published messages in version 2
 * look like replies and are told apart by their first word on a connection that has subscribed.
 *
 * <p>Used by both lanes of a connection.
 */
final class ReplyMatcher {

  private static final Set<String> PUBLISHED = Set.of("message", "pmessage", "smessage");

  private static final Set<String> CONFIRMED =
      Set.of(
          "subscribe", "psubscribe", "ssubscribe", "unsubscribe", "punsubscribe", "sunsubscribe");

  /**
   * A request without its answer. How many confirmations an unsubscription of all gets, is open.
   */
  private static final class Waiting {
    final Request request;
    final boolean subscription;
    int confirmationsLeft;
    boolean confirmed;

    Waiting(Request request) {
      this.request = request;
      this.subscription = request.name().endsWith("SUBSCRIBE");
      int channels = request.words().size() - 1;
      this.confirmationsLeft = channels == 0 ? Integer.MAX_VALUE : channels;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private boolean subscribed;

  /** Notes a request that is about to be sent to the server. */
  void expect(Request request) {
    lock.lock();
    try {
      Waiting added = new Waiting(request);
      subscribed |= added.subscription;
      waiting.add(added);
    } finally {
      lock.unlock();
    }
  }

  /** Whether a subscription was sent to the server. */
  boolean hasSubscribed() {
    lock.lock();
    try {
      return subscribed;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a message of the server is a push, and not the answer to a request. */
  boolean isPush(RespFrame frame) {
    if (frame.type() == '>') {
      return !CONFIRMED.contains(firstWord(frame));
    }
    lock.lock();
    try {
      return subscribed && frame.type() == '*' && PUBLISHED.contains(firstWord(frame));
    } finally {
      lock.unlock();
    }
  }

  /** Takes note of a reply. Returns the request that it answers, if there is one. */
  Optional<Request> answered(RespFrame reply) {
    boolean confirmation =
        (reply.type() == '>' || reply.type() == '*') && CONFIRMED.contains(firstWord(reply));
    lock.lock();
    try {
      @Nullable Waiting head = waiting.peek();
      if (head != null && head.subscription && confirmation) {
        head.confirmed = true;
        head.confirmationsLeft--;
        if (head.confirmationsLeft == 0) {
          waiting.remove();
        }
        return Optional.of(head.request);
      }
      if (reply.type() == '>') {
        return Optional.empty();
      }
      if (head != null && head.subscription && head.confirmed) {
        waiting.remove();
      }
      return Optional.ofNullable(waiting.poll()).map(answered -> answered.request);
    } finally {
      lock.unlock();
    }
  }

  private static String firstWord(RespFrame frame) {
    return frame.value() instanceof List<?> list && !list.isEmpty()
        ? String.valueOf(list.get(0))
        : "";
  }
}
