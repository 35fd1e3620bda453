package dev.holdfast.guard.redis;

import dev.holdfast.guard.FencingTokens;
import dev.holdfast.guard.StaleTokenException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses stale fencing tokens for values in Redis, each by one script: compare, keep the token,
 * and write, in one step that nobody comes between.
 *
 * <p>The token of the value {@code k} is kept in the key {@code {k}:fence}, which has the same hash
 * slot in a Cluster. It has no time to live, and outlives the value: delete it when nobody writes
 * the value any more. The value itself is an ordinary one, which anybody may read with {@code GET}.
 *
 * <p>What it does not: a Redis that forgets its data forgets the tokens with it, and a replica that
 * lagged forgets the last ones. Then a stale write can pass until the next rightful one. And
 * whoever writes the value by a plain {@code SET} is not stopped.
 *
 * <p>Where the new value depends on the old one, read with {@link #get} under the same token:
 * otherwise a late write of the holder before may come between reading and writing.
 *
 * <p>Exceptions of the application's client come through as they are. Immutable; as safe for use by
 * many threads as the client is.
 */
public final class RedisGuard {

  private static final String SCRIPT = script();

  private final RedisEval redis;

  private RedisGuard(RedisEval redis) {
    this.redis = redis;
  }

  /**
   * A guard that talks through the application's client.
   *
   * @param redis runs a script
   * @return a guard
   */
  public static RedisGuard over(RedisEval redis) {
    return new RedisGuard(Objects.requireNonNull(redis, "redis"));
  }

  /**
   * Writes a value without a time to live.
   *
   * @param key of the value
   * @param token the fencing token of the lease under which it is written
   * @param value what to write
   * @throws StaleTokenException if a higher token was accepted before; nothing was written
   * @throws IllegalArgumentException if the token is not positive
   */
  public void set(String key, long token, String value) {
    done(call(key, token, "set", value, ""));
  }

  /**
   * Writes a value that ends by itself. Its token stays.
   *
   * @param key of the value
   * @param token the fencing token of the lease under which it is written
   * @param value what to write
   * @param ttl how long it lives, from 1 millisecond
   * @throws StaleTokenException if a higher token was accepted before; nothing was written
   * @throws IllegalArgumentException if the token is not positive, or the time too short
   */
  public void set(String key, long token, String value, Duration ttl) {
    long millis = ttl.toMillis();
    if (millis < 1) {
      throw new IllegalArgumentException("A value lives for 1 ms at least, not for " + ttl);
    }
    done(call(key, token, "set", value, Long.toString(millis)));
  }

  /**
   * Deletes a value. Its token stays.
   *
   * @param key of the value
   * @param token the fencing token of the lease under which it is deleted
   * @throws StaleTokenException if a higher token was accepted before; nothing was deleted
   * @throws IllegalArgumentException if the token is not positive
   */
  public void delete(String key, long token) {
    done(call(key, token, "delete", "", ""));
  }

  /**
   * Reads a value, and lets nobody with a lower token write it from now on.
   *
   * @param key of the value
   * @param token the fencing token of the lease
   * @return the value; empty if there is none
   * @throws StaleTokenException if a higher token was accepted before
   * @throws IllegalArgumentException if the token is not positive
   */
  public Optional<String> get(String key, long token) {
    List<?> answer = call(key, token, "get", "", "");
    return switch (word(answer, 0)) {
      case "value" -> Optional.of(word(answer, 1));
      case "none" -> Optional.empty();
      default -> throw notUnderstood(answer);
    };
  }

  private List<?> call(String key, long token, String verb, String value, String ttlMillis) {
    FencingTokens.requireToken(token);
    List<String> keys = List.of(key, markKey(key));
    Object answer = redis.eval(SCRIPT, keys, List.of(padded(token), verb, value, ttlMillis));
    if (!(answer instanceof List<?> list) || list.isEmpty()) {
      throw notUnderstood(answer);
    }
    if (word(list, 0).equals("stale")) {
      long accepted = Long.parseLong(word(list, 1));
      throw new StaleTokenException(key, "Redis", token, accepted);
    }
    return list;
  }

  private static void done(List<?> answer) {
    if (!word(answer, 0).equals("done")) {
      throw notUnderstood(answer);
    }
  }

  /** Braces name the part of a key that decides on its slot: the key's own, if it has one. */
  static String markKey(String key) {
    boolean hasBraces = key.indexOf('{') >= 0 || key.indexOf('}') >= 0;
    return (hasBraces ? key : "{" + key + "}") + ":fence";
  }

  private static String padded(long token) {
    String digits = Long.toString(token);
    return "0".repeat(19 - digits.length()) + digits;
  }

  private static String word(List<?> answer, int index) {
    Object word = index < answer.size() ? answer.get(index) : null;
    if (word instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    if (word == null) {
      throw notUnderstood(answer);
    }
    return word.toString();
  }

  private static IllegalStateException notUnderstood(@Nullable Object answer) {
    return new IllegalStateException(
        "The script of the guard answers with a list of texts; the client made of it: " + answer);
  }

  private static String script() {
    try (InputStream in = RedisGuard.class.getResourceAsStream("guarded-value-2.lua")) {
      if (in == null) {
        throw new IllegalStateException("guarded-value-2.lua is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
