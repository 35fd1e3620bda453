package dev.holdfast.guard.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a script on Redis: the one thing that a {@link RedisGuard} needs of the application's
 * client. {@code docs/guards.md} has it for Lettuce, Jedis and Spring Data Redis.
 */
@FunctionalInterface
public interface RedisEval {

  /**
   * Carries out {@code EVAL}, or {@code EVALSHA} where the client looks after that.
   *
   * @param script the text of the script
   * @param keys its KEYS; all of them have the same hash slot in a Cluster
   * @param arguments its ARGV
   * @return the script's answer, a list of texts or of bytes in UTF-8
   */
  @Nullable Object eval(String script, List<String> keys, List<String> arguments);
}
