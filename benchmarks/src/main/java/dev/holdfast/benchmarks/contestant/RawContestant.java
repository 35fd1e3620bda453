package dev.holdfast.benchmarks.contestant;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.UUID;

/**
 * The two commands that the Redis documentation gives for a lock on one server, sent synchronously
 * over one connection that all threads share. It can't wait, so it takes no part where names are
 * contended.
 */
final class RawContestant implements Contestant {

  private static final long TTL_MILLIS = 30_000;
  private static final String COMPARE_AND_DELETE =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

  private final RedisClient client;
  private final RedisCommands<String, String> commands;
  private final String digest;

  RawContestant(String uri) {
    client = RedisClient.create(uri);
    StatefulRedisConnection<String, String> connection = client.connect();
    commands = connection.sync();
    digest = commands.scriptLoad(COMPARE_AND_DELETE);
  }

  @Override
  public BenchLock lock(String name) {
    return new RawLock(name);
  }

  @Override
  public void close() {
    client.shutdown();
  }

  /** Values are unique per acquisition, as they must be, without the price of a random number. */
  private final class RawLock implements BenchLock {

    private final String[] keys;
    private final String owner = UUID.randomUUID().toString();
    private long acquisitions;
    private String value = "";

    RawLock(String name) {
      keys = new String[] {name};
    }

    @Override
    public void acquire() {
      value = owner + ':' + ++acquisitions;
      String answer = commands.set(keys[0], value, SetArgs.Builder.nx().px(TTL_MILLIS));
      if (!"OK".equals(answer)) {
        throw new IllegalStateException("SET NX was refused for " + keys[0] + ": " + answer);
      }
    }

    @Override
    public void release() {
      Long deleted = commands.evalsha(digest, ScriptOutputType.INTEGER, keys, value);
      if (deleted != 1) {
        throw new IllegalStateException("Not the owner of " + keys[0]);
      }
    }
  }
}
