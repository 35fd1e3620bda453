package dev.holdfast.redis;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes session ids: 128 random bits each, so that none is ever used twice. */
final class SessionIds {

  private static final int BYTES = 16;

  private final SecureRandom random = new SecureRandom();

  /** A fresh id of 22 letters, digits, minus signs and underscores. */
  String next() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
