package dev.holdfast.testing.resp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes commands as a client does. */
public final class RespCommand {

  private RespCommand() {}

  /**
   * The bytes of a command.
   *
   * @param words its name and arguments, sent as UTF-8
   * @return the message
   */
  public static byte[] encode(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(ascii("*" + words.length + "\r\n"));
    for (String word : words) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      out.writeBytes(ascii("$" + bytes.length + "\r\n"));
      out.writeBytes(bytes);
      out.writeBytes(ascii("\r\n"));
    }
    return out.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
