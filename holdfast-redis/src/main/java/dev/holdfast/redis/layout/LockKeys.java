package dev.holdfast.redis.layout;

import dev.holdfast.spi.ResourceKind;

/**
 * The keys that the scripts about one lock or semaphore declare, in their order.
 *
 * @param shard the keys of its shard
 * @param kind whether it is a lock or a semaphore
 * @param name its name
 */
public record LockKeys(ShardKeys shard, ResourceKind kind, String name) {

  /** The keys of the scripts that may change holders and queue. */
  public String[] forRequests() {
    return new String[] {shard.sessions(), record(), queue(), waiters(), holders()};
  }

  /** The keys of the scripts that look at holders only. */
  public String[] forHolders() {
    return new String[] {shard.sessions(), record(), waiters(), holders()};
  }

  /** The keys of the script that moves a request from session to session. */
  public String[] forRebase() {
    return new String[] {shard.sessions(), record(), queue(), waiters()};
  }

  /** The keys of the script that shows everything. */
  public String[] forInspection() {
    return new String[] {
      shard.sessions(), record(), queue(), waiters(), holders(), shard.descriptions()
    };
  }

  /** Who holds all units of a lock, or how many permits a semaphore has. */
  public String record() {
    return shard.prefixes(kind).record() + name;
  }

  /** Who waits, by order of arrival. */
  public String queue() {
    return shard.prefixes(kind).queue() + name;
  }

  /** What is known of each who waits or shares. */
  public String waiters() {
    return shard.prefixes(kind).waiters() + name;
  }

  /** Who shares, by the time at which it ends. */
  public String holders() {
    return shard.prefixes(kind).holders() + name;
  }
}
