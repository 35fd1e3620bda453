package dev.holdfast.tck.session;

import dev.holdfast.LockView;
import dev.holdfast.memory.model.Description;
import dev.holdfast.memory.model.LockSpace;
import dev.holdfast.memory.model.Messages;
import dev.holdfast.memory.model.Moment;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a store should do, command by command, in a moment that does not pass. */
final class Model implements Messages {

  private static final Moment NOW = new Moment(0, 1_700_000_000_000L);

  private final LockSpace space = new LockSpace(this);
  private final Map<String, List<String>> grants = new HashMap<>();
  private final Map<String, List<String>> refusals = new HashMap<>();
  private final Map<String, List<String>> latchEnds = new HashMap<>();
  private final ResourceId resource;

  Model(ResourceId resource) {
    this.resource = resource;
  }

  @Override
  public void grant(String session, RequestId id, ResourceId granted, Grant grant) {
    grants(session).add(id.value());
  }

  @Override
  public void othersWait(String session, RequestId id) {
    // How often a store repeats this is its own affair.
  }

  @Override
  public void refused(String session, RequestId id) {
    refusals(session).add(id.value());
  }

  @Override
  public void latchEnded(String session, RequestId id, long round, LatchEnd end) {
    latchEnds(session).add(id + " " + end);
  }

  /** The ends of rounds that a session was told of, in order. */
  List<String> latchEnds(String session) {
    return latchEnds.computeIfAbsent(session, id -> new ArrayList<>());
  }

  @Override
  public void revoked(String session, Revocation revocation) {
    // How often a store repeats this is its own affair, too.
  }

  /** The requests whose grant a session was told of, in order. */
  List<String> grants(String session) {
    return grants.computeIfAbsent(session, id -> new ArrayList<>());
  }

  /** The requests of which a session was told that they wait in vain. */
  List<String> refusals(String session) {
    return refusals.computeIfAbsent(session, id -> new ArrayList<>());
  }

  void open(String session, Duration ttl) {
    space.open(NOW, session, ttl, new Description(session, "", 0));
  }

  RequestAnswer request(String session, Request request) {
    return space.request(NOW, session, 0, request);
  }

  ReleaseAnswer release(String session, RequestId id) {
    return space.release(NOW, session, 0, resource, id);
  }

  LatchAnswer latch(String session, LatchRequest request) {
    return space.latch(NOW, session, 0, request);
  }

  SettleAnswer settle(String session, RequestId id, Duration leaseTime) {
    return space.settle(NOW, session, resource, id, leaseTime);
  }

  ShrinkAnswer shrink(String session, RequestId id, int units) {
    return space.shrink(NOW, session, 0, resource, id, units);
  }

  PermitsAnswer changePermits(String session, PermitsChange change) {
    return space.changePermits(NOW, session, 0, change);
  }

  Optional<Permits> permits() {
    return space.permits(NOW, resource);
  }

  RenewAnswer renew(String session) {
    return space.renew(NOW, session);
  }

  void end(String session) {
    space.close(NOW, session);
  }

  LockView inspect() {
    return space.inspect(NOW, resource);
  }
}
