package dev.holdfast.engine.session;

import dev.holdfast.LossReason;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener.Known;
import java.util.Optional;

/** A member of a session that must not be told anything but what a test overrides. */
class UnusedMember implements SessionMember {

  private final String name;

  UnusedMember(String name) {
    this.name = name;
  }

  @Override
  public RequestId id() {
    return new RequestId(name);
  }

  @Override
  public ResourceId resource() {
    return new ResourceId(ResourceKind.LOCK, name);
  }

  @Override
  public void askAgain() {
    throw new AssertionError();
  }

  @Override
  public void onGrant(Grant grant) {
    throw new AssertionError();
  }

  @Override
  public void onOthersWait() {
    throw new AssertionError();
  }

  @Override
  public void onRevoked(Revocation revocation, Runnable acknowledge) {
    throw new AssertionError();
  }

  @Override
  public void onStillDetached() {
    throw new AssertionError();
  }

  @Override
  public void onLatchEnded(long round, LatchEnd end) {
    throw new AssertionError();
  }

  @Override
  public void onDetached() {
    throw new AssertionError();
  }

  @Override
  public void onAttached(Phase phase, boolean processChanged) {
    throw new AssertionError();
  }

  @Override
  public void onConfirmed() {
    throw new AssertionError();
  }

  @Override
  public void onMissing() {
    throw new AssertionError();
  }

  @Override
  public boolean holdsAll() {
    throw new AssertionError();
  }

  @Override
  public void onFoundMissing() {
    throw new AssertionError();
  }

  @Override
  public void onSessionLost(LossReason reason) {
    throw new AssertionError();
  }

  @Override
  public Optional<Known> known() {
    throw new AssertionError();
  }
}
