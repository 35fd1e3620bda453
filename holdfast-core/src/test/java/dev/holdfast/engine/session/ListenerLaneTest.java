package dev.holdfast.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockKind;
import dev.holdfast.LockListener;
import dev.holdfast.LossReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What one listener is told, in which order, and what happens when it is slow. */
class ListenerLaneTest {

  private final ManualTime time = new ManualTime();
  private final Queue<Runnable> executor = new ArrayDeque<>();
  private final List<Long> heard = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final ListenerLane lane =
      new ListenerLane(new Hearing(), executor::add, time, warnings::add);

  private final class Hearing implements LockListener {
    @Override
    public void onLost(
        LockKind kind, String name, long fencingToken, Duration held, LossReason reason) {
      heard.add(fencingToken);
    }
  }

  private void add(int from, int to) {
    IntStream.range(from, to).forEach(number -> add(number));
  }

  private void add(long number) {
    lane.add(
        listener -> listener.onLost(LockKind.LOCK, "k", number, Duration.ZERO, LossReason.EXPIRED));
  }

  private void runAll() {
    while (!executor.isEmpty()) {
      executor.remove().run();
    }
  }

  @Test
  void events_comeInOrder_byOneTaskAtATime() {
    for (int i = 0; i < 1_000; i++) {
      add(i);
      assertThat(executor).hasSize(1);
    }
    runAll();
    assertThat(heard).hasSize(1_000).isSorted();
    add(1_000);
    runAll();
    assertThat(heard).hasSize(1_001).isSorted();
    assertThat(warnings).isEmpty();
  }

  @Test
  void manyEvents_giveTheThreadBackInBetween() {
    add(0, 1_000);
    executor.remove().run();
    assertThat(heard).hasSizeLessThan(100);
    assertThat(executor).hasSize(1);
  }

  @Test
  void failingListener_hearsTheNextEvent() {
    lane.add(
        listener -> {
          throw new IllegalStateException("of the listener");
        });
    add(1);
    runAll();
    assertThat(heard).containsExactly(1L);
  }

  @Test
  void eventsBeyondTheBound_areDropped_andTheirNumberIsTold() {
    add(0, ListenerLane.WAITING_MAX + 7);
    assertThat(executor).hasSize(1);
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains(Hearing.class.getName(), "16384 events behind", "dropped");
    runAll();
    assertThat(heard).hasSize(ListenerLane.WAITING_MAX).isSorted();
    assertThat(warnings).hasSize(2);
    assertThat(warnings.get(1)).contains("has caught up; 7 events were dropped");
    add(99_999);
    runAll();
    assertThat(heard).endsWith(99_999L);
    assertThat(warnings).hasSize(2);
  }

  @Test
  void listenerThatIsAtOneEventForLong_isToldOnce() {
    add(0);
    time.pass(Duration.ofSeconds(9));
    add(1);
    assertThat(warnings).isEmpty();
    time.pass(Duration.ofSeconds(2));
    add(2, 5);
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains(Hearing.class.getName(), "at one event for more than 10 seconds");
    runAll();
    assertThat(heard).hasSize(5);
  }
}
