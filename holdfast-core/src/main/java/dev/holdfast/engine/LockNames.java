package dev.holdfast.engine;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Checks lock names at the door, alike for every store. */
final class LockNames {

  private static final int BYTES_MAX = 1024;

  private LockNames() {}

  static void check(String name) {
    Objects.requireNonNull(name, "name");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("A lock's name must not be empty");
    }
    if (name.length() > BYTES_MAX) {
      throw tooLong(name.length() + " characters");
    }
    ByteBuffer bytes;
    try {
      bytes =
          StandardCharsets.UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .encode(CharBuffer.wrap(name));
    } catch (CharacterCodingException malformed) {
      throw new IllegalArgumentException(
          "A lock's name must be valid Unicode; this one has a lone surrogate, which no store can"
              + " keep apart from another");
    }
    if (bytes.remaining() > BYTES_MAX) {
      throw tooLong(bytes.remaining() + " bytes");
    }
  }

  private static IllegalArgumentException tooLong(String size) {
    return new IllegalArgumentException(
        "A lock's name has at most 1024 bytes in UTF-8; this one has " + size);
  }
}
