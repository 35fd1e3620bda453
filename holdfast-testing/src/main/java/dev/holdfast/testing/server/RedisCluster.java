package dev.holdfast.testing.server;

import dev.holdfast.testing.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Three primaries that share the keys, each with a replica, on free ports of the loopback. */
public final class RedisCluster implements AutoCloseable {

  private static final String NAME = "localhost";
  private static final int PRIMARIES = 3;
  private static final int SLOTS = 16_384;
  private static final Duration READY_WAIT_MAX = Duration.ofSeconds(60);

  private final Builder builder;
  private final List<RedisServer> servers = new ArrayList<>();

  private RedisCluster(Builder builder) {
    this.builder = builder;
  }

  /** Collects options; {@link #start} ends it. */
  public static final class Builder {

    private RedisVersion version = RedisVersion.DISTRIBUTION;
    private @Nullable String password;
    private @Nullable TestCertificates certificates;
    private boolean named;
    private Duration nodeTimeout = Duration.ofSeconds(5);
    private int replicas = 1;
    private final List<String> configLines = new ArrayList<>();

    private Builder() {}

    /**
     * Chooses the servers. Default: {@link RedisVersion#DISTRIBUTION}.
     *
     * @param theirs the version
     * @return this
     */
    public Builder version(RedisVersion theirs) {
      this.version = theirs;
      return this;
    }

    /**
     * Sets the password of the default user.
     *
     * @param word without spaces
     * @return this
     */
    public Builder password(String word) {
      this.password = word;
      return this;
    }

    /**
     * Lets all servers serve TLS only, and demand certificates of clients.
     *
     * @param theirs the certificates of all of them
     * @return this
     */
    public Builder tls(TestCertificates theirs) {
      this.certificates = theirs;
      return this;
    }

    /**
     * Lets all servers be known as {@code localhost} instead of by their address. From Redis 7 on.
     *
     * @return this
     */
    public Builder named() {
      this.named = true;
      return this;
    }

    /**
     * How long a server is silent before the others take it for dead. Default: 5 s.
     *
     * @param time a second or more, else a busy machine looks dead
     * @return this
     */
    public Builder nodeTimeout(Duration time) {
      this.nodeTimeout = time;
      return this;
    }

    /**
     * How many replicas each primary has. Default: 1.
     *
     * @param each how many
     * @return this
     */
    public Builder replicas(int each) {
      this.replicas = each;
      return this;
    }

    /**
     * Adds a line to the configuration of each server.
     *
     * @param line such as {@code cluster-require-full-coverage no}
     * @return this
     */
    public Builder config(String line) {
      configLines.add(line);
      return this;
    }

    /**
     * Starts everything and waits until all slots are served and all replicas in sync.
     *
     * @return the running Cluster
     */
    public RedisCluster start() {
      RedisCluster cluster = new RedisCluster(this);
      try {
        cluster.begin();
        return cluster;
      } catch (RuntimeException | Error failure) {
        cluster.close();
        throw failure;
      }
    }
  }

  /**
   * Begins to describe a Cluster.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  private void begin() {
    int count = PRIMARIES * (1 + builder.replicas);
    for (int i = 0; i < count; i++) {
      servers.add(options().start());
    }
    for (int i = 0; i < PRIMARIES; i++) {
      addSlots(servers.get(i), i);
    }
    // Every pair is introduced: gossip alone would take seconds.
    for (int i = 0; i < count; i++) {
      for (int j = i + 1; j < count; j++) {
        meet(servers.get(i), servers.get(j));
      }
    }
    Waiting.until(READY_WAIT_MAX, () -> servers.stream().allMatch(this::knowsAll), this::state);
    for (int i = PRIMARIES; i < count; i++) {
      String primary = id(servers.get(i % PRIMARIES));
      run(servers.get(i), "CLUSTER", "REPLICATE", primary);
    }
    awaitWhole();
  }

  private RedisOptions.Builder options() {
    RedisOptions.Builder server =
        RedisServer.builder()
            .version(builder.version)
            .config("cluster-enabled yes")
            .config("cluster-config-file nodes.conf")
            .config("cluster-node-timeout " + builder.nodeTimeout.toMillis())
            .config("cluster-replica-validity-factor 0")
            .config("repl-diskless-sync-delay 0");
    if (builder.password != null) {
      server.password(builder.password).config("masterauth " + builder.password);
    }
    if (builder.certificates != null) {
      server.tlsWithClientCertificates(builder.certificates).config("tls-cluster yes");
    }
    if (builder.named) {
      server
          .config("cluster-announce-hostname " + NAME)
          .config("cluster-preferred-endpoint-type hostname");
    }
    builder.configLines.forEach(server::config);
    return server;
  }

  private static void addSlots(RedisServer server, int index) {
    List<String> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
    IntStream.range(SLOTS * index / PRIMARIES, SLOTS * (index + 1) / PRIMARIES)
        .mapToObj(Integer::toString)
        .forEach(words::add);
    run(server, words.toArray(String[]::new));
    run(server, "CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(index + 1));
  }

  private static void meet(RedisServer one, RedisServer other) {
    run(one, "CLUSTER", "MEET", other.host(), Integer.toString(other.port()));
  }

  private boolean knowsAll(RedisServer server) {
    String info = run(server, "CLUSTER", "INFO");
    return info.contains("cluster_state:ok")
        && info.contains("cluster_known_nodes:" + servers.size());
  }

  /** Waits until every server sees all slots served, each by a primary with its replicas. */
  public void awaitWhole() {
    Waiting.until(
        READY_WAIT_MAX,
        () -> servers.stream().allMatch(server -> knowsAll(server) && seesReplicas(server)),
        this::state);
  }

  private boolean seesReplicas(RedisServer server) {
    try (RawRedis raw = server.raw()) {
      var replication = raw.info("replication");
      boolean synced =
          replication.getOrDefault("role", "").equals("master")
              ? replication
                  .getOrDefault("connected_slaves", "")
                  .equals(Integer.toString(builder.replicas))
              : replication.getOrDefault("master_link_status", "").equals("up");
      List<?> ranges = (List<?>) Optional.ofNullable(raw.command("CLUSTER", "SLOTS")).get();
      return synced
          && ranges.stream().allMatch(range -> ((List<?>) range).size() == 3 + builder.replicas);
    }
  }

  private String state() {
    return "the servers to agree:\n"
        + servers.stream()
            .filter(RedisServer::isAlive)
            .map(server -> run(server, "CLUSTER", "NODES"))
            .collect(Collectors.joining("\n"));
  }

  static String run(RedisServer server, String... words) {
    try (RawRedis raw = server.raw()) {
      return String.valueOf(raw.command(words));
    }
  }

  /**
   * The id by which the others know a server.
   *
   * @param server one of the Cluster
   * @return its id
   */
  public static String id(RedisServer server) {
    return run(server, "CLUSTER", "MYID");
  }

  /**
   * The address for clients.
   *
   * @return {@code redis-cluster://} or {@code rediss-cluster://} with three of the servers
   */
  public String uri() {
    String scheme = builder.certificates == null ? "redis-cluster" : "rediss-cluster";
    String login = builder.password == null ? "" : ":" + builder.password + "@";
    return scheme
        + "://"
        + login
        + servers.stream()
            .limit(PRIMARIES)
            .map(server -> (builder.named ? NAME : server.host()) + ":" + server.port())
            .collect(Collectors.joining(","));
  }

  /**
   * All servers.
   *
   * @return primaries and replicas, in no order
   */
  public List<RedisServer> servers() {
    return List.copyOf(servers);
  }

  /**
   * The primaries that keep slots, as a living server sees them.
   *
   * @return those that live
   */
  public List<RedisServer> primaries() {
    return servers.stream()
        .filter(RedisServer::isAlive)
        .filter(server -> run(server, "ROLE").startsWith("[master"))
        .toList();
  }

  /**
   * The primary of a key's slot, as it says itself.
   *
   * @param key the key
   * @return the server, or empty while none serves the slot
   */
  public Optional<RedisServer> primaryOf(String key) {
    return servers.stream()
        .filter(RedisServer::isAlive)
        .filter(server -> keeps(server, key))
        .findFirst();
  }

  private static boolean keeps(RedisServer server, String key) {
    try {
      run(server, "EXISTS", key);
      return run(server, "ROLE").startsWith("[master");
    } catch (RedisErrorException movedOrDown) {
      return false;
    }
  }

  /**
   * The replicas of a server.
   *
   * @param primary the server
   * @return those that live
   */
  public List<RedisServer> replicasOf(RedisServer primary) {
    String port = Integer.toString(primary.port());
    return servers.stream()
        .filter(server -> server != primary && server.isAlive())
        .filter(
            server -> {
              try (RawRedis raw = server.raw()) {
                return port.equals(raw.info("replication").get("master_port"));
              }
            })
        .toList();
  }

  /**
   * Makes a replica the primary by agreement, and waits until it is.
   *
   * @param replica the replica
   */
  public void failOverTo(RedisServer replica) {
    run(replica, "CLUSTER", "FAILOVER");
    Waiting.until(READY_WAIT_MAX, () -> run(replica, "ROLE").startsWith("[master"), this::state);
  }

  /**
   * Describes a move of a slot from one server to another.
   *
   * @param key any key of the slot
   * @param from its primary
   * @param to another primary
   * @return the move, not begun
   */
  public SlotMove move(String key, RedisServer from, RedisServer to) {
    return new SlotMove(this, key, from, to);
  }

  @Nullable String password() {
    return builder.password;
  }

  /** Kills everything. */
  @Override
  public void close() {
    servers.forEach(RedisServer::close);
  }
}
