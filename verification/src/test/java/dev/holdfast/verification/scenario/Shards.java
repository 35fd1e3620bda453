package dev.holdfast.verification.scenario;

import dev.holdfast.redis.layout.ShardKeys;

/** Names for the shards of a Cluster. */
public final class Shards {

  /** How many there are. */
  public static final int COUNT = ShardKeys.count(true);

  private Shards() {}

  /**
   * A key that every shard has, by which the server that keeps the shard can be found.
   *
   * @param shard its number
   * @return the key of its sessions
   */
  public static String key(int shard) {
    return ShardKeys.inCluster("hf", shard).sessions();
  }

  /**
   * The name of a lock that lies in a shard.
   *
   * @param begin how the name begins
   * @param shard the shard's number
   * @return the name
   */
  public static String name(String begin, int shard) {
    for (int i = 0; ; i++) {
      if (ShardKeys.of(begin + "-" + i, COUNT) == shard) {
        return begin + "-" + i;
      }
    }
  }
}
