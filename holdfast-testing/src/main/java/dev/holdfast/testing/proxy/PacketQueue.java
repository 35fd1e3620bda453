package dev.holdfast.testing.proxy;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Packets on their way, each with the moment at which it is due at the other end.
 *
 * <p>One thread puts, one takes; any thread may wake, clear and close. Packets leave in the order
 * of their due times and, where those are equal, of their arrival.
 */
final class PacketQueue {

  /** Then the reader waits, and the sender's socket fills up as on a real network. */
  private static final int PACKETS_MAX = 100_000;

  private record Entry(Packet packet, long dueNanos, long number) {}

  private static final Comparator<Entry> ORDER =
      (a, b) -> {
        long difference = a.dueNanos - b.dueNanos;
        return difference == 0 ? Long.compare(a.number, b.number) : Long.signum(difference);
      };

  private final BooleanSupplier open;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // All guarded by the lock.
  private final PriorityQueue<Entry> entries = new PriorityQueue<>(ORDER);
  private long number;
  private boolean closed;

  /**
   * Creates a queue.
   *
   * @param open whether packets may leave now; asked again after {@link #wake}
   */
  PacketQueue(BooleanSupplier open) {
    this.open = open;
  }

  /** Adds a packet; waits while the queue is full. No effect once it is closed. */
  void put(Packet packet, long dueNanos) throws InterruptedException {
    lock.lock();
    try {
      while (entries.size() >= PACKETS_MAX && !closed) {
        changed.await();
      }
      if (!closed) {
        entries.add(new Entry(packet, dueNanos, number++));
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next packet to be due. Gives the last packet for ever once it is closed. */
  Packet take() throws InterruptedException {
    lock.lock();
    try {
      while (!closed) {
        Entry head = entries.peek();
        if (head == null || !open.getAsBoolean()) {
          changed.await();
          continue;
        }
        long wait = head.dueNanos - System.nanoTime();
        if (wait <= 0) {
          entries.remove();
          changed.signalAll();
          return head.packet;
        }
        changed.awaitNanos(wait);
      }
      return Packet.LAST;
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Loses all that is on its way, except the news that the sender has closed its side. */
  void clear() {
    lock.lock();
    try {
      entries.removeIf(entry -> entry.packet.kind() != Packet.Kind.END);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      entries.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
