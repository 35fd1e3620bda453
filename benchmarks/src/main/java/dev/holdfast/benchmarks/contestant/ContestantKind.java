package dev.holdfast.benchmarks.contestant;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Who can take part. */
public enum ContestantKind {

  /** The least that a Redis lock can cost: two commands, no waiting, no renewal, no token. */
  RAW("raw", "Lettuce: SET NX PX, EVALSHA compare-and-delete"),

  /** Redisson's usual lock. */
  REDISSON("redisson", "Redisson RLock"),

  /** Redisson's fair lock. */
  REDISSON_FAIR("redisson-fair", "Redisson fair lock"),

  /** Spring Integration's lock, waiting by pub/sub. */
  SPRING("spring", "Spring Integration RedisLockRegistry, pub/sub"),

  /** Ours, as a {@code java.util.concurrent.locks.Lock}. */
  HOLDFAST("holdfast", "Holdfast"),

  /** Ours, strictly first come, first served over all clients. */
  HOLDFAST_FAIR("holdfast-fair", "Holdfast fair()"),

  /** Ours in the handle style. */
  HOLDFAST_LEASE("holdfast-lease", "Holdfast acquire(), close()");

  private final String id;
  private final String title;

  ContestantKind(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /**
   * Its name on the command line and in tables.
   *
   * @return a short word
   */
  public String id() {
    return id;
  }

  /**
   * What it is.
   *
   * @return a few words
   */
  public String title() {
    return title;
  }

  /**
   * Connects it.
   *
   * @param uri {@code redis://host:port}
   * @return the client, to be closed by the caller
   */
  public Contestant connect(String uri) {
    return switch (this) {
      case RAW -> new RawContestant(uri);
      case REDISSON -> RedissonContestant.plain(uri);
      case REDISSON_FAIR -> RedissonContestant.fair(uri);
      case SPRING -> new SpringContestant(uri);
      case HOLDFAST -> HoldfastContestant.plain(uri);
      case HOLDFAST_FAIR -> HoldfastContestant.fair(uri);
      case HOLDFAST_LEASE -> HoldfastContestant.lease(uri);
    };
  }

  /**
   * Finds one by its name.
   *
   * @param id the name
   * @return the one
   * @throws IllegalArgumentException if nobody has that name
   */
  public static ContestantKind of(String id) {
    return Arrays.stream(values())
        .filter(kind -> kind.id.equals(id))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("No contestant '" + id + "'; there are: " + ids()));
  }

  private static String ids() {
    return Arrays.stream(values()).map(ContestantKind::id).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return id;
  }
}
