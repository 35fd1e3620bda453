package dev.holdfast.guard.jdbc;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Checks names of resources: what is a lock's name may be one. */
final class ResourceNames {

  private static final int BYTES_MAX = 1024;

  private ResourceNames() {}

  static void check(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("The name of a resource must not be empty");
    }
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
      if (bytes.remaining() > BYTES_MAX) {
        throw new IllegalArgumentException(
            "The name of a resource has at most 1024 bytes in UTF-8; this one has "
                + bytes.remaining());
      }
    } catch (CharacterCodingException malformed) {
      throw new IllegalArgumentException(
          "The name of a resource must be valid Unicode; this one has a lone surrogate", malformed);
    }
  }
}
