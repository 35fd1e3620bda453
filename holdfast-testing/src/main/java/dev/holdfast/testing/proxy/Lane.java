package dev.holdfast.testing.proxy;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One direction of one connection: a thread that reads packets and stamps each with the time at
 * which it is due, a queue, and a thread that hands them on when that time has come.
 */
final class Lane {

  /** Where packets come from. */
  @FunctionalInterface
  interface Source {

    /** Blocks for the next packet; null at the end of the stream. */
    @Nullable Packet next() throws IOException;
  }

  /** Where packets go. */
  @FunctionalInterface
  interface Sink {

    /** Deals with a packet, the last one included. */
    void accept(Packet packet) throws InterruptedException;
  }

  private final Direction direction;
  private final Conditions conditions;
  private final PacketQueue queue;

  // Used by the reading thread alone. Later packets never overtake earlier ones of their kind, even
  // when the delay has become shorter between them.
  private long lastDueNanos = System.nanoTime();
  private long lastPushDueNanos = lastDueNanos;

  Lane(Direction direction, Conditions conditions, BooleanSupplier bypass) {
    this.direction = direction;
    this.conditions = conditions;
    this.queue = new PacketQueue(() -> bypass.getAsBoolean() || conditions.isOpen(direction));
  }

  /** Body of the reading thread. Returns why the stream has ended, or null at its orderly end. */
  @Nullable IOException readAll(Source source) throws InterruptedException {
    try {
      Packet packet = source.next();
      while (packet != null) {
        queue.put(packet, dueNanos(packet.kind()));
        packet = source.next();
      }
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  /** Puts the end of the stream behind all that was read. Called by the reading thread. */
  void end() throws InterruptedException {
    queue.put(Packet.LAST, later(dueNanos(Packet.Kind.END), lastPushDueNanos));
  }

  /** Body of the writing thread. */
  void writeAll(Sink sink) throws InterruptedException {
    Packet packet;
    do {
      packet = queue.take();
      sink.accept(packet);
    } while (packet.kind() != Packet.Kind.END);
  }

  private long dueNanos(Packet.Kind kind) {
    long due = System.nanoTime() + conditions.delayNanos(direction);
    long pushDelay = kind == Packet.Kind.PUSH ? conditions.pushDelayNanos() : 0;
    if (pushDelay > 0) {
      lastPushDueNanos = later(due + pushDelay, lastPushDueNanos);
      return lastPushDueNanos;
    }
    lastDueNanos = later(due, lastDueNanos);
    return lastDueNanos;
  }

  private static long later(long a, long b) {
    return a - b > 0 ? a : b;
  }

  void wake() {
    queue.wake();
  }

  void clear() {
    queue.clear();
  }

  void close() {
    queue.close();
  }
}
