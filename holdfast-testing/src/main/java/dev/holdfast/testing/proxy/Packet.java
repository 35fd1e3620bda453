package dev.holdfast.testing.proxy;

import dev.holdfast.testing.resp.RespFrame;
import org.jspecify.annotations.Nullable;

/** What travels through a lane: a message, or bytes of a protocol that the proxy does not know. */
final class Packet {

  /** What a packet is. */
  enum Kind {
    REQUEST,
    REPLY,
    PUSH,
    BYTES,
    /** The sender has closed its side; travels in order with the rest. */
    END
  }

  static final Packet LAST = new Packet(Kind.END, new byte[0], null);

  private final Kind kind;
  private final byte[] bytes;
  private final @Nullable RespFrame frame;

  private Packet(Kind kind, byte[] bytes, @Nullable RespFrame frame) {
    this.kind = kind;
    this.bytes = bytes;
    this.frame = frame;
  }

  static Packet of(Kind kind, RespFrame frame) {
    return new Packet(kind, frame.bytes(), frame);
  }

  static Packet of(byte[] bytes) {
    return new Packet(Kind.BYTES, bytes, null);
  }

  Kind kind() {
    return kind;
  }

  byte[] bytes() {
    return bytes;
  }

  /** The message; only of a packet that is one. */
  RespFrame frame() {
    if (frame == null) {
      throw new IllegalStateException("A packet of kind " + kind + " is no message");
    }
    return frame;
  }
}
