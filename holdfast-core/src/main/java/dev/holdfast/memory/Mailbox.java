package dev.holdfast.memory;

import dev.holdfast.spi.Scheduler;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What a space sends to one store, answers and messages alike, delivered one after the other in the
 * order in which it was posted: the counterpart of a connection.
 *
 * <p>Delivery is a task of the client's scheduler for each letter, never a call from the poster,
 * who is inside the space's guard. Every task takes the oldest letter, so the order holds even when
 * the scheduler does not keep that of tasks which are due at the same time.
 */
final class Mailbox {

  private final Scheduler scheduler;
  private final Queue<Runnable> letters = new ConcurrentLinkedQueue<>();

  Mailbox(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  void post(Runnable letter) {
    letters.add(letter);
    scheduler.schedule(this::deliverOne, 0);
  }

  private void deliverOne() {
    Runnable letter = letters.poll();
    if (letter != null) {
      letter.run();
    }
  }
}
