package dev.holdfast.verification.chaos.worker;

import dev.holdfast.testing.server.RawRedis;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The guarded resource of a run: one counter for each lock, in a Redis of its own, far from all
 * faults.
 *
 * <p>A worker reads it and writes what it has read plus one, which loses an update whenever two of
 * them do so at once. The guard refuses tokens lower than one that it has seen, for reading too:
 * otherwise a late write of the last holder could come between reading and writing of the present
 * one. It counts what it has accepted, in the same step; a lost update shows as a value that is
 * lower than that count, whoever was killed where.
 *
 * <p>For one thread at a time.
 */
public final class GuardedCounter implements AutoCloseable {

  private static final String SCRIPT = script();
  private static final String STALE = "stale";

  private final RawRedis redis;

  /**
   * Connects.
   *
   * @param host where the Redis of the counters is
   * @param port its port
   */
  public GuardedCounter(String host, int port) {
    try {
      this.redis = RawRedis.connect(host, port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads.
   *
   * @param lock name of the lock
   * @param token the holder's token
   * @return the value, or -1 if the token is stale
   */
  public long read(String lock, long token) {
    return call(lock, token, "");
  }

  /**
   * Writes.
   *
   * @param lock name of the lock
   * @param token the holder's token
   * @param value the new value
   * @return whether it was accepted
   */
  public boolean write(String lock, long token, long value) {
    return call(lock, token, Long.toString(value)) >= 0;
  }

  private long call(String lock, long token, String value) {
    String answer =
        String.valueOf(
            redis.command("EVAL", SCRIPT, "1", key(lock), "%019d".formatted(token), value));
    return answer.equals(STALE) ? -1 : Long.parseLong(answer);
  }

  /**
   * The value in the end.
   *
   * @param lock name of the lock
   * @return the counter's value
   */
  public long value(String lock) {
    return field(lock, "value");
  }

  /**
   * How many writes the guard has accepted.
   *
   * @param lock name of the lock
   * @return the count
   */
  public long accepted(String lock) {
    return field(lock, "writes");
  }

  private long field(String lock, String field) {
    Object answer = redis.command("HGET", key(lock), field);
    return answer == null ? 0 : Long.parseLong(answer.toString());
  }

  private static String key(String lock) {
    return "counter:" + lock;
  }

  private static String script() {
    try (InputStream in = GuardedCounter.class.getResourceAsStream("guarded-counter.lua")) {
      if (in == null) {
        throw new IllegalStateException("guarded-counter.lua is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    redis.close();
  }
}
