package dev.holdfast.tck.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.LatchState;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;

/** What a {@link Visitor} can ask of a latch, each with a fresh id unless one is given. */
public final class LatchVisit {

  private final Visitor visitor;
  private final ResourceId latch;

  LatchVisit(Visitor visitor, ResourceId latch) {
    this.visitor = visitor;
    this.latch = latch;
  }

  /**
   * Makes an id.
   *
   * @return one that was not used before
   */
  public RequestId freshId() {
    return visitor.freshId();
  }

  /**
   * Asks something.
   *
   * @param request what
   * @return what the store answers
   */
  public LatchAnswer ask(LatchRequest request) {
    return Visitor.await(visitor.session().latch(request));
  }

  /**
   * Looks.
   *
   * @return the state
   */
  public LatchState look() {
    return applied(ask(new LatchRequest.Look(freshId(), latch)));
  }

  /**
   * Looks, and wants to be told of the end.
   *
   * @param id the id to be told under
   * @return the state
   */
  public LatchState awaits(RequestId id) {
    return applied(ask(new LatchRequest.Await(id, latch)));
  }

  /**
   * Wants to be told no more.
   *
   * @param id the id
   * @return what the store answers
   */
  public ReleaseAnswer leaves(RequestId id) {
    return Visitor.await(visitor.session().release(latch, id));
  }

  /**
   * Begins a round.
   *
   * @param id the request's id
   * @param round the last round
   * @param count the count
   * @return what the store answers
   */
  public LatchAnswer sets(RequestId id, long round, long count) {
    return ask(new LatchRequest.SetCount(id, latch, round, count));
  }

  /**
   * Begins a round, which must be possible.
   *
   * @param count the count
   * @return the round
   */
  public long begins(long count) {
    return applied(sets(freshId(), look().round(), count)).round();
  }

  /**
   * Counts down.
   *
   * @param id the request's id
   * @param round the round
   * @return what the store answers
   */
  public LatchAnswer counts(RequestId id, long round) {
    return ask(new LatchRequest.CountDown(id, latch, round));
  }

  /**
   * Counts down, which must be possible.
   *
   * @param round the round
   * @return the count after it
   */
  public long countsIn(long round) {
    return applied(counts(freshId(), round)).count();
  }

  /**
   * Deletes.
   *
   * @param round the last round
   * @return what the store answers
   */
  public LatchAnswer deletes(long round) {
    return ask(new LatchRequest.Delete(freshId(), latch, round));
  }

  /**
   * The state of an answer which must have been yes.
   *
   * @param answer the answer
   * @return the state
   */
  public static LatchState applied(LatchAnswer answer) {
    assertThat(answer).isInstanceOf(LatchAnswer.Applied.class);
    return ((LatchAnswer.Applied) answer).state();
  }

  /**
   * The state of an answer which must have been no.
   *
   * @param answer the answer
   * @return the state
   */
  public static LatchState other(LatchAnswer answer) {
    assertThat(answer).isInstanceOf(LatchAnswer.Other.class);
    return ((LatchAnswer.Other) answer).state();
  }
}
