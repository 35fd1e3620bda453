package dev.holdfast.benchmarks.contestant;

import java.net.URI;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Spring Integration's registry in its quicker way of waiting, with a scheduler that renews. */
final class SpringContestant implements Contestant {

  private final LettuceConnectionFactory connections;
  private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
  private final RedisLockRegistry registry;

  SpringContestant(String uri) {
    URI address = URI.create(uri);
    connections = new LettuceConnectionFactory(address.getHost(), address.getPort());
    connections.afterPropertiesSet();
    connections.start();
    scheduler.initialize();
    registry = new RedisLockRegistry(connections, "bench");
    registry.setRedisLockType(RedisLockType.PUB_SUB_LOCK);
    registry.setRenewalTaskScheduler(scheduler);
  }

  @Override
  public BenchLock lock(String name) {
    return new PlainLock(registry.obtain(name));
  }

  @Override
  public void close() {
    registry.destroy();
    scheduler.destroy();
    connections.destroy();
  }
}
