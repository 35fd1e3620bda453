package dev.holdfast.memory.model;

import dev.holdfast.LockView;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.PermitsChange.Action;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A space with a clock and an ear, and short words for its commands. Sessions live 30 seconds. */
final class Desk implements Messages {

  static final Duration TTL = Duration.ofSeconds(30);
  static final ResourceId LOCK = new ResourceId(ResourceKind.LOCK, "k");
  static final ResourceId SEMAPHORE = new ResourceId(ResourceKind.SEMAPHORE, "k");

  final LockSpace space = new LockSpace(this);

  /** What was said, as "session: event request". */
  final List<String> heard = new ArrayList<>();

  final List<Grant> grantsHeard = new ArrayList<>();

  long nanos = -5;
  long wallMillis = 1_000_000;
  long seen;
  private int changes;

  @Override
  public void grant(String session, RequestId id, ResourceId resource, Grant grant) {
    heard.add(session + ": grant " + id);
    grantsHeard.add(grant);
  }

  @Override
  public void othersWait(String session, RequestId id) {
    heard.add(session + ": others wait " + id);
  }

  @Override
  public void refused(String session, RequestId id) {
    heard.add(session + ": refused " + id);
  }

  @Override
  public void latchEnded(String session, RequestId id, long round, LatchEnd end) {
    heard.add(session + ": " + end + " " + id);
  }

  @Override
  public void revoked(String session, Revocation revocation) {
    heard.add(session + ": revoked " + revocation.id());
  }

  Moment now() {
    return new Moment(nanos, wallMillis);
  }

  void pass(Duration time) {
    nanos += time.toNanos();
    wallMillis += time.toMillis();
  }

  void open(String... sessions) {
    for (String session : sessions) {
      space.open(now(), session, TTL, new Description(session, "host", 7));
    }
  }

  RenewAnswer renew(String session) {
    return space.renew(now(), session);
  }

  RequestAnswer ask(String session, String id) {
    return ask(session, request(id));
  }

  RequestAnswer ask(String session, Request request) {
    return space.request(now(), session, seen, request);
  }

  ReleaseAnswer release(String session, String id) {
    return space.release(now(), session, seen, LOCK, new RequestId(id));
  }

  SettleAnswer settle(String session, String id, Duration leaseTime) {
    return space.settle(now(), session, LOCK, new RequestId(id), leaseTime);
  }

  ShrinkAnswer shrink(String session, String id, int units) {
    return space.shrink(now(), session, seen, LOCK, new RequestId(id), units);
  }

  ReleaseAnswer giveBack(String session, String id) {
    return space.release(now(), session, seen, SEMAPHORE, new RequestId(id));
  }

  PermitsAnswer change(String session, Action action, int permits) {
    RequestId id = new RequestId("change-" + changes++);
    return space.changePermits(
        now(), session, seen, new PermitsChange(id, SEMAPHORE, action, permits));
  }

  RevokeAnswer revoke(long sequence) {
    LockView.Party by = new LockView.Party("operator", "host", 8, "", "");
    return space.revoke(now(), LOCK, sequence, OptionalLong.empty(), false, by);
  }

  LockView inspect() {
    return space.inspect(now(), LOCK);
  }

  static Request request(String id) {
    return new Request(new RequestId(id), LOCK, true, false, Optional.empty(), "main", "");
  }

  static Request reader(String id) {
    return units(LOCK, id, 1, true);
  }

  static Request permits(String id, int units) {
    return units(SEMAPHORE, id, units, true);
  }

  static Request units(ResourceId resource, String id, int units, boolean mayWait) {
    return new Request(
        new RequestId(id), resource, units, mayWait, false, Optional.empty(), "main", "");
  }

  static Request fair(String id) {
    return new Request(new RequestId(id), LOCK, true, true, Optional.empty(), "main", "");
  }

  static Request atOnce(String id) {
    return new Request(new RequestId(id), LOCK, false, false, Optional.empty(), "main", "");
  }

  static Request bounded(String id, Duration leaseTime) {
    return new Request(new RequestId(id), LOCK, true, false, Optional.of(leaseTime), "main", "");
  }

  static long sequence(RequestAnswer answer) {
    return ((RequestAnswer.Granted) answer).grant().sequence();
  }
}
