package dev.holdfast.tck.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One request of a {@link Visitor}, sent when it is made, and what can be done about it. */
public final class Ask {

  private final Visitor visitor;
  private final Request request;
  private final RequestAnswer answer;

  Ask(Visitor visitor, boolean mayWait, boolean fair, @Nullable Duration leaseTime) {
    this(visitor, Request.ALL, mayWait, fair, leaseTime);
  }

  Ask(Visitor visitor, int units, boolean mayWait, boolean fair, @Nullable Duration leaseTime) {
    this.visitor = visitor;
    this.request =
        new Request(
            visitor.freshId(),
            visitor.resource(),
            units,
            mayWait,
            fair,
            Optional.ofNullable(leaseTime),
            Thread.currentThread().getName(),
            "a note");
    this.answer = visitor.send(request);
  }

  /**
   * The request's id.
   *
   * @return the id
   */
  public RequestId id() {
    return request.id();
  }

  /**
   * The first answer.
   *
   * @return what the store answered
   */
  public RequestAnswer answer() {
    return answer;
  }

  /**
   * The first answer, which must have been yes.
   *
   * @return the grant
   */
  public Grant granted() {
    assertThat(answer).isInstanceOf(RequestAnswer.Granted.class);
    return ((RequestAnswer.Granted) answer).grant();
  }

  /**
   * How many units the first answer gave, which must have been yes.
   *
   * @return the units
   */
  public int units() {
    assertThat(answer).isInstanceOf(RequestAnswer.Granted.class);
    return ((RequestAnswer.Granted) answer).units();
  }

  /**
   * The first answer, which must have been to wait.
   *
   * @return the answer
   */
  public RequestAnswer.Queued queued() {
    assertThat(answer).isInstanceOf(RequestAnswer.Queued.class);
    return (RequestAnswer.Queued) answer;
  }

  /**
   * Asks again.
   *
   * @return what the store answers now
   */
  public RequestAnswer again() {
    return visitor.send(request);
  }

  /**
   * Asks again, which must be answered by yes.
   *
   * @return the grant
   */
  public Grant grantedNow() {
    RequestAnswer now = again();
    assertThat(now).isInstanceOf(RequestAnswer.Granted.class);
    return ((RequestAnswer.Granted) now).grant();
  }

  /**
   * Waits for the message that the request was granted.
   *
   * @return the grant
   */
  public Grant awaitGrant() {
    return visitor.awaitGrant(request.id());
  }

  /**
   * Takes the request back.
   *
   * @return what the store answers
   */
  public ReleaseAnswer release() {
    return visitor.release(request.id());
  }

  /** Says that what was revoked of it is given up. */
  public void acknowledge() {
    visitor.acknowledge(request.id());
  }

  /**
   * Bounds the lease.
   *
   * @param leaseTime the bound
   * @return what the store answers
   */
  public SettleAnswer settle(Duration leaseTime) {
    return visitor.settle(request.id(), leaseTime);
  }

  /**
   * Keeps fewer units.
   *
   * @param units how many
   * @return what the store answers
   */
  public ShrinkAnswer shrink(int units) {
    return visitor.shrink(request.id(), units);
  }

  /**
   * Waits for the message that the request was refused while it waited.
   *
   * @return what the store answers when it is asked again
   */
  public RequestAnswer awaitRefusal() {
    visitor.awaitRefusal(request.id());
    return again();
  }
}
