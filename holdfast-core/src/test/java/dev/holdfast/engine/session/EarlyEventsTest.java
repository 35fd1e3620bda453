package dev.holdfast.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.Grant;
import dev.holdfast.spi.LatchEnd;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import dev.holdfast.spi.SessionListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Events that come before their session does. */
class EarlyEventsTest {

  private final EarlyEvents events = new EarlyEvents();
  private final Heard session = new Heard();

  @Test
  void earlyEvents_areDeliveredInOrder() {
    events.onDetached();
    events.onAttached(1, false, Set.of());
    events.onDetached();
    events.onAttached(2, false, Set.of());
    assertThat(session.heard).isEmpty();

    events.deliverTo(session);

    assertThat(session.heard).containsExactly("detached", "attached 1", "detached", "attached 2");
  }

  @Test
  void laterEvents_areDeliveredAtOnce() {
    events.deliverTo(session);

    events.onDetached();
    events.onGone();

    assertThat(session.heard).containsExactly("detached", "gone");
  }

  @Test
  void eventThatFails_doesNotStopTheNext() {
    events.onAttached(-1, false, Set.of());
    events.onGone();

    events.deliverTo(session);

    assertThat(session.heard).containsExactly("gone");
  }

  private static final class Heard implements SessionListener {

    private final List<String> heard = new ArrayList<>();

    @Override
    public void onGrant(RequestId id, ResourceId resource, Grant grant) {
      heard.add("grant " + id);
    }

    @Override
    public void onOthersWait(RequestId id) {
      heard.add("others " + id);
    }

    @Override
    public void onRefused(RequestId id) {
      heard.add("refused " + id);
    }

    @Override
    public void onLatchEnded(RequestId id, long round, LatchEnd end) {
      heard.add("latch " + id);
    }

    @Override
    public void onRevoked(Revocation revocation) {
      heard.add("revoked " + revocation.id());
    }

    @Override
    public void onDetached() {
      heard.add("detached");
    }

    @Override
    public List<Known> known() {
      return List.of();
    }

    @Override
    public void onAttached(long sentNanos, boolean processChanged, Set<RequestId> missing) {
      if (sentNanos < 0) {
        throw new IllegalArgumentException("planted");
      }
      heard.add("attached " + sentNanos);
    }

    @Override
    public void onGone() {
      heard.add("gone");
    }
  }
}
