package dev.holdfast.redis.layout;

/**
 * The keys that the scripts about one lock declare, in their order.
 *
 * @param shard the keys of its shard
 * @param name the lock's name
 */
public record LockKeys(ShardKeys shard, String name) {

  /** The keys of the scripts that may change holder and queue. */
  public String[] forRequests() {
    return new String[] {
      shard.sessions(), shard.record(name), shard.queue(name), shard.waiters(name)
    };
  }

  /** The keys of the scripts that look at the holder only. */
  public String[] forHolder() {
    return new String[] {shard.sessions(), shard.record(name)};
  }

  /** The keys of the script that shows everything. */
  public String[] forInspection() {
    return new String[] {
      shard.sessions(),
      shard.record(name),
      shard.queue(name),
      shard.waiters(name),
      shard.descriptions()
    };
  }
}
