package dev.holdfast.redis.layout;

/**
 * The keys that the scripts about one latch declare, in their order.
 *
 * @param shard the keys of its shard
 * @param name the latch's name
 */
public record LatchKeys(ShardKeys shard, String name) {

  /** The keys of the scripts that may change the latch or who is told of it. */
  public String[] forRounds() {
    return new String[] {
      shard.sessions(), shard.latch(name), shard.counted(name), shard.awaiting(name)
    };
  }

  /** The keys of the script that only looks. */
  public String[] forInspection() {
    return new String[] {shard.sessions(), shard.latch(name), shard.counted(name)};
  }

  /** The keys of the script that looks without a session. */
  public String[] forReading() {
    return new String[] {shard.latch(name), shard.counted(name)};
  }

  /** The keys of the script that takes an await back. */
  public String[] forLeaving() {
    return new String[] {shard.sessions(), shard.awaiting(name)};
  }
}
