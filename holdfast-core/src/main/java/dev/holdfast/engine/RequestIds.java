package dev.holdfast.engine;

import dev.holdfast.spi.RequestId;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes request ids that no other client makes, whatever names users give their clients: 96 random
 * bits drawn once per client, and a counter.
 */
final class RequestIds {

  private static final int RANDOM_BYTES = 12;

  private final String prefix;
  private final AtomicLong counter = new AtomicLong();

  RequestIds() {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    prefix = Base64.getUrlEncoder().withoutPadding().encodeToString(random) + ".";
  }

  RequestId next() {
    return new RequestId(prefix + Long.toString(counter.incrementAndGet(), Character.MAX_RADIX));
  }
}
