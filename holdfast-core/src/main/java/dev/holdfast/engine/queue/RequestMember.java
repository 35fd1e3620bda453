package dev.holdfast.engine.queue;

import dev.holdfast.LossReason;
import dev.holdfast.engine.queue.StoreRequest.State;
import dev.holdfast.engine.session.SessionMember;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.SessionListener.Known;
import java.util.Optional;

/**
 * A request as its session sees it: brings the session's events under the queue's guard. Events
 * that go to every member first look at the request's state without the guard, so that a hundred
 * thousand held locks cost one reading each.
 */
final class RequestMember implements SessionMember {

  private final LocalQueue queue;
  private final QueueCore core;
  private final StoreRequest request;

  RequestMember(LocalQueue queue, QueueCore core, StoreRequest request) {
    this.queue = queue;
    this.core = core;
    this.request = request;
  }

  @Override
  public RequestId id() {
    return request.id();
  }

  @Override
  public ResourceId resource() {
    return request.resource();
  }

  @Override
  public void onGrant(Grant grant) {
    queue.step(effects -> request.pushed(grant, effects));
  }

  @Override
  public void onOthersWait() {
    queue.step(effects -> request.budget().othersWait(queue.context().time().nanos()));
  }

  @Override
  public void onLatchEnded(long round, LatchEnd end) {
    // A lock is no latch.
  }

  @Override
  public void onDetached() {
    if (request.state() != State.DONE) {
      queue.step(effects -> request.detached());
    }
  }

  @Override
  public void onAttached(Phase phase, boolean processChanged) {
    State state = request.state();
    boolean releasing = state == State.RELEASING;
    boolean waiting = state == State.QUEUED || state == State.UNSURE;
    if (phase == Phase.RELEASES ? releasing : waiting) {
      queue.step(effects -> request.attached(processChanged, effects));
    } else if (phase == Phase.RELEASES && (state == State.GRANTED || state == State.HELD_BACK)) {
      queue.step(effects -> core.contact());
    }
  }

  @Override
  public void onStillDetached() {
    State state = request.state();
    if (state == State.ASKING || state == State.QUEUED || state == State.UNSURE) {
      queue.step(effects -> core.onStillDetached(request, effects));
    }
  }

  @Override
  public void onConfirmed() {
    State state = request.state();
    long ageNanos = queue.context().time().nanos() - request.recordNanos();
    boolean recordDue = state == State.GRANTED && ageNanos > queue.recordTtlNanos() / 4;
    if (state == State.HELD_BACK || recordDue) {
      queue.step(effects -> request.confirmed(recordDue, effects));
    }
  }

  @Override
  public void onMissing() {
    queue.step(effects -> request.lost(LossReason.STORE_SAID, effects));
  }

  @Override
  public boolean holdsAll() {
    return request.state() == State.GRANTED && request.request().units() == Request.ALL;
  }

  @Override
  public void onFoundMissing() {
    queue.step(request::missing);
  }

  @Override
  public void onSessionLost(LossReason reason) {
    queue.step(effects -> request.lost(reason, effects));
  }

  @Override
  public void askAgain() {
    queue.step(request::onRetry);
  }

  @Override
  public Optional<Known> known() {
    return queue.read(request::known);
  }
}
