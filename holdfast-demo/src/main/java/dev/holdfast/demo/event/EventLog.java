package dev.holdfast.demo.event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects what happens, tells it on, and lets a demo wait for it. Thread-safe. */
public final class EventLog {

  private final Consumer<Event> listener;
  private final List<Event> events = new ArrayList<>();
  private @Nullable RuntimeException failure;

  /** With somebody who is told of each event, one after the other. */
  public EventLog(Consumer<Event> listener) {
    this.listener = listener;
  }

  /** Adds an event. */
  public synchronized void add(Event event) {
    events.add(event);
    listener.accept(event);
    notifyAll();
  }

  /** Ends all waiting: something is wrong with the stage. The first failure counts. */
  public synchronized void fail(RuntimeException reason) {
    if (failure == null) {
      failure = reason;
      notifyAll();
    }
  }

  /** All events until now, in the order of their times. */
  public synchronized List<Event> events() {
    return events.stream().sorted(Comparator.comparingLong(Event::micros)).toList();
  }

  /**
   * Waits until one of some things has happened in a lane.
   *
   * @throws DemoFailedException if it does not in time
   */
  public synchronized Event await(String lane, Duration max, What first, What... others)
      throws InterruptedException {
    Set<What> wanted = EnumSet.of(first, others);
    long endNanos = System.nanoTime() + max.toNanos();
    while (true) {
      if (failure != null) {
        throw failure;
      }
      for (Event event : events) {
        if (event.lane().equals(lane) && wanted.contains(event.what())) {
          return event;
        }
      }
      long leftMillis = (endNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        throw new DemoFailedException(
            "waited for %d s for %s: %s".formatted(max.toSeconds(), lane, wanted));
      }
      wait(leftMillis);
    }
  }

  /** How often something has happened. */
  public synchronized int count(What what) {
    return (int) events.stream().filter(event -> event.what() == what).count();
  }

  /** Waits until something has happened so many times, in whichever lanes. */
  public synchronized void awaitCount(What what, int count, Duration max)
      throws InterruptedException {
    long endNanos = System.nanoTime() + max.toNanos();
    while (count(what) < count) {
      if (failure != null) {
        throw failure;
      }
      long leftMillis = (endNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        throw new DemoFailedException(
            "waited for %d s: %d of %d times %s"
                .formatted(max.toSeconds(), count(what), count, what));
      }
      wait(leftMillis);
    }
  }
}
