package dev.holdfast.redis.redlock;

import dev.holdfast.HoldfastException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.redis.connection.RedisErrors;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.StoreContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the sessions of a store share: the nodes, the clock, and who waits to hear of releases. */
final class RedlockParts {

  private static final Logger LOGGER = System.getLogger(RedlockParts.class.getName());

  /** What tells our values from those of programs that publish nothing. */
  private static final String MARK = "hf:";

  private static final String COUNTERS = "holdfast:fence:";
  private static final String CHANNELS = "holdfast:free:";
  private static final int VALUE_BYTES = 16;

  private final RedlockOptions options;
  private final StoreContext context;
  private final RedisErrors errors;
  private final List<Node> nodes;
  private final SecureRandom secrets = new SecureRandom();
  private final Random random = new Random();

  /** By channel, who is to be told of its messages. Changed only within compute. */
  private final Map<String, Set<Claim>> waiting = new ConcurrentHashMap<>();

  /** Our leases by their values. */
  private final Map<String, Claim> held = new ConcurrentHashMap<>();

  RedlockParts(RedlockOptions options, StoreContext context, RedisErrors errors) {
    this.options = options;
    this.context = context;
    this.errors = errors;
    List<String> names = options.redis().serverNames();
    this.nodes =
        IntStream.range(0, names.size())
            .mapToObj(index -> new Node(index, names.get(index), this))
            .toList();
  }

  RedlockOptions options() {
    return options;
  }

  RedisErrors errors() {
    return errors;
  }

  List<Node> nodes() {
    return nodes;
  }

  int quorum() {
    return Tally.quorum(nodes.size());
  }

  long now() {
    return context.time().nanos();
  }

  StoreContext context() {
    return context;
  }

  Scheduler.Timer schedule(Runnable task, Duration delay) {
    return context.scheduler().schedule(task, delay.toNanos());
  }

  /** A random time between the halves of one and of three of the given. */
  long jittered(long nanos) {
    return nanos / 2 + (long) (random.nextDouble() * nanos);
  }

  /** A value that was never used. */
  String nextValue() {
    byte[] bytes = new byte[VALUE_BYTES];
    secrets.nextBytes(bytes);
    return MARK + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The key of a lock. */
  String key(String name) {
    String key = options.prefix() + name;
    if (key.startsWith(COUNTERS)) {
      throw new StoreRefusedException(
          "The keys that begin with " + COUNTERS + " number the leases (lock '" + name + "')",
          name,
          options.toString(),
          null);
    }
    return key;
  }

  /** The key of the numbers of a lock. */
  String counter(String key) {
    return COUNTERS + key;
  }

  // ---- what goes wrong -------------------------------------------------------------------------

  /** What messages call the store. */
  String description() {
    return (options.isPlain() ? "Redis at " : "Redlock at ") + options.redis().hostAndPort();
  }

  /** Too few nodes have answered. */
  HoldfastException noQuorum(int answered, List<HoldfastException> reasons, String lockName) {
    if (nodes.size() == 1 && reasons.size() == 1) {
      return reasons.get(0);
    }
    String message =
        "%s has no quorum: %d of %d nodes take part, %d are needed. %s%s"
            .formatted(
                description(),
                answered,
                nodes.size(),
                quorum(),
                reasons.stream()
                    .map(reason -> String.valueOf(reason.getMessage()))
                    .collect(Collectors.joining(". ")),
                lockName.isEmpty() ? "" : " (lock '" + lockName + "')");
    long refusals =
        reasons.stream().filter(reason -> reason instanceof StoreRefusedException).count();
    return nodes.size() - refusals < quorum()
        ? new StoreRefusedException(message, lockName, options.toString(), null)
        : new StoreUnavailableException(message, lockName, options.toString(), null);
  }

  /** One node, in the list of reasons. */
  HoldfastException reason(String why) {
    return new StoreUnavailableException(why, "", options.toString(), null);
  }

  HoldfastException failed(Node node, Throwable failure, String lockName) {
    return errors.at(node.index()).of(failure, nodes.size() == 1 ? lockName : "");
  }

  /** What the format can't carry. */
  static StoreRefusedException unsupported(String what, String lockName, String address) {
    return new StoreRefusedException(
        "The format SET NX PX, which other programs share, has no "
            + what
            + "; a store of redis:// has (lock '"
            + lockName
            + "')",
        lockName,
        address,
        null);
  }

  // ---- nodes -----------------------------------------------------------------------------------

  /** A node has a link: two names of one server are one vote. */
  void onUp(Node node) {
    Set<String> seen = new HashSet<>();
    for (Node each : nodes) {
      boolean twin = !each.run().isEmpty() && !seen.add(each.run());
      each.setTwin(twin);
      if (twin && each == node) {
        LOGGER.log(
            Level.WARNING,
            "{0} is the same server as another node of {1}, and has no vote. Name servers that"
                + " share nothing.",
            node.name(),
            description());
      }
    }
  }

  // ---- waiting ---------------------------------------------------------------------------------

  /** Tells a claim of releases from the completion on, as far as nodes can be listened to. */
  CompletionStage<Void> listen(String key, Claim claim) {
    String channel = CHANNELS + key;
    List<CompletableFuture<Void>> begun = new ArrayList<>();
    waiting.compute(
        channel,
        (same, claims) -> {
          Set<Claim> all = claims == null ? ConcurrentHashMap.newKeySet() : claims;
          all.add(claim);
          if (claims == null) {
            nodes.forEach(node -> begun.add(node.listen(channel).toCompletableFuture()));
          }
          return all;
        });
    CompletableFuture<Void> listening = new CompletableFuture<>();
    var unused =
        CompletableFuture.allOf(begun.toArray(CompletableFuture<?>[]::new))
            .whenComplete((done, failure) -> listening.complete(null));
    if (!listening.isDone()) {
      Scheduler.Timer limit = schedule(() -> listening.complete(null), options.nodeTimeout());
      var unusedEnd = listening.thenRun(limit::cancel);
    }
    return listening;
  }

  void listenNoMore(String key, Claim claim) {
    waiting.computeIfPresent(
        CHANNELS + key,
        (channel, claims) -> {
          claims.remove(claim);
          if (!claims.isEmpty()) {
            return claims;
          }
          nodes.forEach(node -> node.listenNoMore(channel));
          return null;
        });
  }

  /** A lock was freed on a node. */
  void freed(String channel, int node) {
    Set<Claim> claims = waiting.get(channel);
    if (claims != null) {
      claims.forEach(claim -> claim.freed(node));
    }
  }

  // ---- leases ----------------------------------------------------------------------------------

  void holds(String value, Claim claim) {
    held.put(value, claim);
  }

  void holdsNoMore(String value) {
    held.remove(value);
  }

  /** Whose value it is; null if it is none of ours. */
  @Nullable Claim holder(String value) {
    return held.get(value);
  }
}
