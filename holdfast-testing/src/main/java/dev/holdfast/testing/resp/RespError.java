package dev.holdfast.testing.resp;

/**
 * An error that a server answered.
 *
 * @param message the text, beginning with its code
 */
public record RespError(String message) {

  /**
   * The code, such as {@code NOSCRIPT}.
   *
   * @return the first word of the message
   */
  public String code() {
    int space = message.indexOf(' ');
    return space < 0 ? message : message.substring(0, space);
  }
}
