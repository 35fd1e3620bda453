package dev.holdfast.benchmarks.contestant;

import java.util.function.BiFunction;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson as it comes, without lease time, so that its watchdog renews. */
final class RedissonContestant implements Contestant {

  private final RedissonClient client;
  private final BiFunction<RedissonClient, String, RLock> locks;

  private RedissonContestant(String uri, BiFunction<RedissonClient, String, RLock> locks) {
    Config config = new Config();
    config.useSingleServer().setAddress(uri);
    this.client = Redisson.create(config);
    this.locks = locks;
  }

  static Contestant plain(String uri) {
    return new RedissonContestant(uri, RedissonClient::getLock);
  }

  static Contestant fair(String uri) {
    return new RedissonContestant(uri, RedissonClient::getFairLock);
  }

  @Override
  public BenchLock lock(String name) {
    return new PlainLock(locks.apply(client, name));
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
