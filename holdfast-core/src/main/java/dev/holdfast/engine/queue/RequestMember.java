package dev.holdfast.engine.queue;

import dev.holdfast.LossReason;
import dev.holdfast.engine.session.SessionMember;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener.Known;
import java.util.Optional;

/**
 * A request as its session sees it: brings the session's events under the queue's guard. Events
 * that go to every member first look at the request's state without the guard, so that a hundred
 * thousand held locks cost one reading each.
 */
final class RequestMember implements SessionMember {

  private final LocalQueue queue;
  private final StoreRequest request;

  RequestMember(LocalQueue queue, StoreRequest request) {
    this.queue = queue;
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
  public void onRevoked(Revocation revocation, Runnable acknowledge) {
    queue.step(
        effects -> {
          boolean released = request.revoked(revocation, effects);
          effects.add(
              () -> {
                if (released) {
                  var unused = request.released().thenRun(acknowledge);
                } else {
                  acknowledge.run();
                }
              });
        });
  }

  @Override
  public void onDetached() {
    if (request.state() != RequestState.DONE) {
      queue.step(effects -> request.detached());
    }
  }

  @Override
  public void onAttached(Phase phase, boolean processChanged) {
    RequestState state = request.state();
    if (phase == Phase.RELEASES ? state == RequestState.RELEASING : state.waits()) {
      queue.step(effects -> request.attached(processChanged, effects));
    } else if (phase == Phase.RELEASES && state.holds()) {
      queue.step(effects -> queue.silence().broken());
    }
  }

  @Override
  public void onStillDetached() {
    RequestState state = request.state();
    if (state == RequestState.ASKING
        || state == RequestState.QUEUED
        || state == RequestState.UNSURE) {
      queue.step(request::stillDetached);
    }
  }

  @Override
  public void onConfirmed() {
    RequestState state = request.state();
    long ageNanos = queue.context().time().nanos() - request.recordNanos();
    boolean recordDue = state == RequestState.GRANTED && ageNanos > queue.recordTtlNanos() / 4;
    if (state == RequestState.HELD_BACK || recordDue) {
      queue.step(effects -> request.confirmed(recordDue, effects));
    }
  }

  @Override
  public void onMissing() {
    queue.step(effects -> request.lost(LossReason.STORE_SAID, effects));
  }

  @Override
  public boolean holdsAll() {
    // In this order: the units are written before the state.
    return request.state() == RequestState.GRANTED && request.units() == Request.ALL;
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
