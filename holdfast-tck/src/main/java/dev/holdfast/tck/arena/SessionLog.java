package dev.holdfast.tck.arena;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what a store tells a session. Thread-safe. */
public final class SessionLog implements SessionListener {

  /** One thing that a store told. */
  public sealed interface Event {

    /**
     * A grant.
     *
     * @param id the request
     * @param resource what it holds
     * @param grant the grant
     */
    record Granted(RequestId id, ResourceId resource, Grant grant) implements Event {}

    /**
     * Somebody waits.
     *
     * @param id the holding request
     */
    record OthersWait(RequestId id) implements Event {}

    /**
     * A waiter asks for more than there is.
     *
     * @param id the request
     */
    record Refused(RequestId id) implements Event {}

    /**
     * A renewal has found that something is missing.
     *
     * @param requests what the store does not have
     */
    record Missing(Set<RequestId> requests) implements Event {}

    /**
     * The round of a latch is over.
     *
     * @param id the request that awaits it
     * @param round the round
     * @param end how it ended
     */
    record LatchEnded(RequestId id, long round, LatchEnd end) implements Event {}

    /**
     * An operator takes a lease away.
     *
     * @param revocation which, and who
     */
    record Revoked(Revocation revocation) implements Event {}

    /** The connection was lost. */
    record Detached() implements Event {}

    /**
     * A new connection is there.
     *
     * @param sentNanos when the verification was sent
     * @param processChanged whether another process answers
     * @param missing what it does not have
     */
    record Attached(long sentNanos, boolean processChanged, Set<RequestId> missing)
        implements Event {}

    /** The session has ended. */
    record Gone() implements Event {}
  }

  private final List<Event> events = new CopyOnWriteArrayList<>();
  private final List<Known> known = new CopyOnWriteArrayList<>();

  /** Makes an empty log. */
  public SessionLog() {}

  /**
   * What was told so far.
   *
   * @return the events in order
   */
  public List<Event> events() {
    return List.copyOf(events);
  }

  /**
   * The grants that were told so far.
   *
   * @return in order
   */
  public List<Event.Granted> grants() {
    return events.stream()
        .filter(Event.Granted.class::isInstance)
        .map(Event.Granted.class::cast)
        .toList();
  }

  /**
   * The ends of rounds that were told so far.
   *
   * @return in order
   */
  public List<Event.LatchEnded> latchEnds() {
    return events.stream()
        .filter(Event.LatchEnded.class::isInstance)
        .map(Event.LatchEnded.class::cast)
        .toList();
  }

  /**
   * What operators were told to have taken away so far.
   *
   * @return in order, as often as it was told
   */
  public List<Revocation> revocations() {
    return events.stream()
        .filter(Event.Revoked.class::isInstance)
        .map(event -> ((Event.Revoked) event).revocation())
        .toList();
  }

  /**
   * Counts what was told.
   *
   * @param kind a kind of event
   * @return how often it came
   */
  public long count(Class<? extends Event> kind) {
    return events.stream().filter(kind::isInstance).count();
  }

  /**
   * Sets what {@link #known} answers.
   *
   * @param requests what the client claims to hold and to wait for
   */
  public void claim(Known... requests) {
    known.clear();
    known.addAll(List.of(requests));
  }

  @Override
  public void onGrant(RequestId id, ResourceId resource, Grant grant) {
    events.add(new Event.Granted(id, resource, grant));
  }

  @Override
  public void onOthersWait(RequestId id) {
    events.add(new Event.OthersWait(id));
  }

  @Override
  public void onRefused(RequestId id) {
    events.add(new Event.Refused(id));
  }

  @Override
  public void onMissing(Set<RequestId> missing) {
    events.add(new Event.Missing(Set.copyOf(missing)));
  }

  @Override
  public void onLatchEnded(RequestId id, long round, LatchEnd end) {
    events.add(new Event.LatchEnded(id, round, end));
  }

  @Override
  public void onRevoked(Revocation revocation) {
    events.add(new Event.Revoked(revocation));
  }

  @Override
  public void onDetached() {
    events.add(new Event.Detached());
  }

  @Override
  public List<Known> known() {
    return List.copyOf(known);
  }

  @Override
  public void onAttached(long sentNanos, boolean processChanged, Set<RequestId> missing) {
    events.add(new Event.Attached(sentNanos, processChanged, Set.copyOf(missing)));
  }

  @Override
  public void onGone() {
    events.add(new Event.Gone());
  }
}
