package dev.holdfast.engine.queue;

import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Several requests of one shard whose first sending is one call to the store. It is made when each
 * of them is ready to be sent; if one of them never will be, all are answered as refused and
 * nothing is sent.
 *
 * <p>The guard is held for a few instructions and never while calling out. It is a leaf.
 */
public final class Together {

  private final boolean allOrNone;
  private final List<Part> parts = new ArrayList<>();

  private final ReentrantLock guard = new ReentrantLock();
  // Guarded by guard: how many have neither joined nor left.
  private int undecided;
  // Written once, before the answers are told; read by whoever has heard them.
  private volatile int stoppedAt = -1;

  /** Where the answer to one of the requests goes, under no guard. */
  @FunctionalInterface
  interface Answered {

    /** The store has answered, or not. */
    void answer(@Nullable RequestAnswer answer, @Nullable Throwable failure);
  }

  /** One of the requests. */
  public final class Part {

    // Guarded by guard until all are decided; then they don't change any more.
    private boolean decided;
    private @Nullable ClientSession session;
    private @Nullable Request request;
    private @Nullable Answered answered;

    private Part() {}

    /** It is ready to be sent; false if it was before, and then it is asked for alone. */
    boolean join(ClientSession itsSession, Request itsRequest, Answered whereTo) {
      boolean last;
      guard.lock();
      try {
        if (decided) {
          return false;
        }
        session = itsSession;
        request = itsRequest;
        answered = whereTo;
        last = decide(this);
      } finally {
        guard.unlock();
      }
      if (last) {
        send();
      }
      return true;
    }

    /** Its wait is over: if it has not joined, it will not. */
    public void leave() {
      boolean last;
      guard.lock();
      try {
        last = !decided && decide(this);
      } finally {
        guard.unlock();
      }
      if (last) {
        send();
      }
    }
  }

  /**
   * Begins without parts.
   *
   * @param size how many there will be
   * @param allOrNone whether nothing is taken unless everything is
   */
  public Together(int size, boolean allOrNone) {
    this.allOrNone = allOrNone;
    this.undecided = size;
    for (int i = 0; i < size; i++) {
      parts.add(new Part());
    }
  }

  /** The part of a request, in the order in which they are taken. */
  public Part part(int index) {
    return parts.get(index);
  }

  /** Which request could not be granted, once all were answered; -1 if that is not known. */
  public int stoppedAt() {
    return stoppedAt;
  }

  /** Called under the guard. */
  private boolean decide(Part part) {
    part.decided = true;
    undecided--;
    return undecided == 0;
  }

  private void send() {
    List<Request> requests = new ArrayList<>();
    ClientSession session = parts.get(0).session;
    for (Part part : parts) {
      Request request = part.request;
      if (request != null && part.session == session) {
        requests.add(request);
      }
    }
    if (session == null || requests.size() < parts.size()) {
      stoppedAt = firstMissing();
      tell(List.of(), null);
      return;
    }
    session.store().requestTogether(requests, allOrNone).whenComplete(this::tell);
  }

  /** The first that left without having joined; -1 if none did. */
  private int firstMissing() {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).request == null) {
        return i;
      }
    }
    return -1;
  }

  private void tell(@Nullable List<RequestAnswer> answers, @Nullable Throwable failure) {
    if (answers != null && !answers.isEmpty()) {
      boolean stopped = answers.get(answers.size() - 1) instanceof RequestAnswer.Refused;
      stoppedAt = stopped ? answers.size() - 1 : -1;
    }
    for (int i = 0; i < parts.size(); i++) {
      Answered answered = parts.get(i).answered;
      if (answered == null) {
        continue;
      }
      if (answers == null) {
        answered.answer(null, failure);
      } else {
        answered.answer(i < answers.size() ? answers.get(i) : new RequestAnswer.Refused(), null);
      }
    }
  }
}
