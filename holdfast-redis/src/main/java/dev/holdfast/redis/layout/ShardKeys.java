package dev.holdfast.redis.layout;

import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import java.util.Optional;

/**
 * The names of all keys and channels of one shard.
 *
 * <p>They begin with a tag in braces, which alone decides about the slot of a Cluster: all that a
 * script touches lies in one slot, and a lock's name may have braces of its own behind it.
 */
public final class ShardKeys {

  /** The version of what is stored. A client refuses to work beside another one. */
  public static final String LAYOUT_VERSION = "1";

  /**
   * How many shards a Cluster has. A part of the layout: with another number, two clients would
   * look for one lock in two places.
   */
  private static final int CLUSTER_SHARDS = 16;

  /** One in sixteen lies where it should. */
  private static final int TRIES_MAX = 100_000;

  private final String tag;
  private final String sessions;
  private final Prefixes locks;
  private final Prefixes semaphores;

  /** How the names of the keys of all resources of a kind begin. */
  record Prefixes(String record, String queue, String waiters, String holders) {}

  /**
   * Names the keys of a shard outside of a Cluster.
   *
   * @param prefix the prefix option, without braces
   * @param shard the shard's number
   */
  public ShardKeys(String prefix, int shard) {
    this(prefix + ":" + shard);
  }

  /**
   * Names the keys of a shard in a Cluster. What is behind the number is chosen so that the shards
   * lie at equal distances in the row of slots, and primaries with equal parts of the row keep
   * about as many shards each.
   *
   * @param prefix the prefix option, without braces
   * @param shard the shard's number
   */
  public static ShardKeys inCluster(String prefix, int shard) {
    String name = prefix + ":" + shard;
    for (int i = 1; i < TRIES_MAX; i++) {
      String longer = name + "." + i;
      if (SlotHash.getSlot(longer) / (SlotHash.SLOT_COUNT / CLUSTER_SHARDS) == shard) {
        return new ShardKeys(longer);
      }
    }
    throw new IllegalStateException("No tag for shard " + shard + " of " + prefix);
  }

  private ShardKeys(String name) {
    this.tag = "{" + name + "}:";
    this.sessions = tag + "s";
    this.locks = new Prefixes(tag + "l:", tag + "q:", tag + "w:", tag + "h:");
    // The scripts know by the letter behind the tag that units are counted.
    this.semaphores = new Prefixes(tag + "m:", tag + "mq:", tag + "mw:", tag + "mh:");
  }

  /** How many shards there are in a Cluster, or on a single server. */
  public static int count(boolean cluster) {
    return cluster ? CLUSTER_SHARDS : 1;
  }

  /**
   * The shard of a lock, for good: the slot that its name would have as a key, modulo the number of
   * shards.
   */
  public static int of(String name, int shards) {
    return shards == 1 ? 0 : SlotHash.getSlot(name) % shards;
  }

  /** The slot of all keys and channels, in a Cluster. */
  public int slot() {
    return SlotHash.getSlot(tag);
  }

  /** The table of sessions; its field {@code #} has the last sequence. */
  public String sessions() {
    return sessions;
  }

  /** What is known of each session's client. */
  public String descriptions() {
    return tag + "i";
  }

  /** The version of the layout. */
  public String layout() {
    return tag + "v";
  }

  /** The sign that is written before replicas are asked for what they have. */
  public String sign() {
    return tag + "r";
  }

  /** The channel of a session. The scripts build it from the key of the table. */
  public String channel(String sessionId) {
    return tag + "c:" + sessionId;
  }

  /** The keys of a lock or semaphore. */
  public LockKeys lock(ResourceId resource) {
    return new LockKeys(this, resource.kind(), resource.name());
  }

  /** The keys of a latch. */
  public LatchKeys latch(ResourceId resource) {
    return new LatchKeys(this, resource.name());
  }

  /** The last round of a latch. */
  String latch(String name) {
    return tag + "d:" + name;
  }

  /** The count-downs of a latch. */
  String counted(String name) {
    return tag + "dc:" + name;
  }

  /** Who awaits a latch. */
  String awaiting(String name) {
    return tag + "dw:" + name;
  }

  Prefixes prefixes(ResourceKind kind) {
    return kind == ResourceKind.SEMAPHORE ? semaphores : locks;
  }

  /** The resource that a record belongs to. */
  public Optional<ResourceId> resourceOf(String record) {
    for (ResourceKind kind : List.of(ResourceKind.LOCK, ResourceKind.SEMAPHORE)) {
      String prefix = prefixes(kind).record();
      if (record.startsWith(prefix)) {
        return Optional.of(new ResourceId(kind, record.substring(prefix.length())));
      }
    }
    String latches = latch("");
    return record.startsWith(latches)
        ? Optional.of(new ResourceId(ResourceKind.LATCH, record.substring(latches.length())))
        : Optional.empty();
  }

  /** The keys of {@code extend-session}, with the records of what is to be looked after. */
  public String[] forSession(List<ResourceId> held) {
    String[] keys = new String[held.size() + 1];
    keys[0] = sessions;
    for (int i = 0; i < held.size(); i++) {
      keys[i + 1] = lock(held.get(i)).record();
    }
    return keys;
  }

  /**
   * The pattern of the keys of all records of locks, semaphores and latches whose names could
   * match, as the server compares keys.
   */
  public String records(NamePattern names) {
    return GlobText.literal(tag) + "[dlm]:" + GlobText.of(names);
  }

  /** The keys of the scripts about a session alone. */
  public String[] forSession() {
    return new String[] {sessions};
  }

  /** The keys of {@code close-session}. */
  public String[] forClosing() {
    return new String[] {sessions, descriptions()};
  }

  /** The keys of {@code open-session}. */
  public String[] forOpening() {
    return new String[] {sessions, descriptions(), layout()};
  }
}
