package dev.holdfast.spi;

/**
 * The identity of one request, made by the client and never used again: every command about the
 * request names it, so that a command which arrives twice or late changes nothing more.
 *
 * @param value 1 to 64 printable ASCII characters without spaces
 */
public record RequestId(String value) {

  @Override
  public String toString() {
    return value;
  }
}
