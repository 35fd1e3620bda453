package dev.holdfast.testing.resp;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One complete message of the Redis protocol, as it came over the wire.
 *
 * <p>A class and not a record, since its array would be compared by identity.
 */
public final class RespFrame {

  private final byte[] bytes;
  private final char type;

  RespFrame(byte[] bytes, char type) {
    this.bytes = bytes;
    this.type = type;
  }

  /**
   * The bytes of the message, shared and not to be changed.
   *
   * @return the bytes
   */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * The type of the message.
   *
   * @return its first byte, such as {@code *}; of a message with attributes, that of the message
   *     behind them
   */
  public char type() {
    return type;
  }

  /**
   * The message as a Java value, as {@link RespParser} gives it.
   *
   * @return the value, or null
   */
  public @Nullable Object value() {
    return RespParser.parse(bytes);
  }

  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8).replace("\r\n", " ").strip();
  }
}
