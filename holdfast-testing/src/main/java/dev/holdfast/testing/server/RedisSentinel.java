package dev.holdfast.testing.server;

import dev.holdfast.testing.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A primary with two replicas, watched by three sentinels, all on free ports of the loopback
 * interface.
 */
public final class RedisSentinel implements AutoCloseable {

  /** The name by which the sentinels know the primary. */
  public static final String MASTER = "main";

  private static final String NAME = "localhost";
  private static final int REPLICAS = 2;
  private static final int SENTINELS = 3;
  private static final Duration READY_WAIT_MAX = Duration.ofSeconds(60);

  private final Builder builder;
  private final List<RedisServer> servers = new ArrayList<>();
  private final List<RedisServer> sentinels = new ArrayList<>();

  private RedisSentinel(Builder builder) {
    this.builder = builder;
  }

  /** Collects options; {@link #start} ends it. */
  public static final class Builder {

    private RedisVersion version = RedisVersion.DISTRIBUTION;
    private @Nullable String password;
    private @Nullable String sentinelPassword;
    private @Nullable TestCertificates certificates;
    private boolean named;
    private Duration downAfter = Duration.ofSeconds(1);
    private final List<String> configLines = new ArrayList<>();

    private Builder() {}

    /**
     * Chooses the servers. Default: {@link RedisVersion#DISTRIBUTION}.
     *
     * @param itsVersion the version
     * @return this
     */
    public Builder version(RedisVersion itsVersion) {
      this.version = itsVersion;
      return this;
    }

    /**
     * Sets the password of the servers' default user.
     *
     * @param word without spaces
     * @return this
     */
    public Builder password(String word) {
      this.password = word;
      return this;
    }

    /**
     * Sets the password of the sentinels' default user.
     *
     * @param word without spaces
     * @return this
     */
    public Builder sentinelPassword(String word) {
      this.sentinelPassword = word;
      return this;
    }

    /**
     * Lets servers and sentinels serve TLS only, and demand certificates of clients.
     *
     * @param theirs the certificates of all of them
     * @return this
     */
    public Builder tls(TestCertificates theirs) {
      this.certificates = theirs;
      return this;
    }

    /**
     * Lets servers and sentinels be known as {@code localhost} instead of by their address.
     *
     * @return this
     */
    public Builder named() {
      this.named = true;
      return this;
    }

    /**
     * How long a server is silent before sentinels take it for dead. Default: 1 s.
     *
     * @param time a second or more, else a busy machine looks dead
     * @return this
     */
    public Builder downAfter(Duration time) {
      this.downAfter = time;
      return this;
    }

    /**
     * Adds a line to the configuration of each server, but not of the sentinels.
     *
     * @param line such as {@code user app on >secret ~* &* +@all}
     * @return this
     */
    public Builder config(String line) {
      configLines.add(line);
      return this;
    }

    /**
     * Starts everything and waits until the sentinels know each other and the replicas.
     *
     * @return the running group
     */
    public RedisSentinel start() {
      RedisSentinel group = new RedisSentinel(this);
      try {
        group.begin();
        return group;
      } catch (RuntimeException | Error failure) {
        group.close();
        throw failure;
      }
    }
  }

  /**
   * Begins to describe a group.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  private void begin() {
    RedisServer primary = server().start();
    servers.add(primary);
    for (int i = 0; i < REPLICAS; i++) {
      servers.add(server().replicaOf(primary).start());
    }
    for (int i = 0; i < SENTINELS; i++) {
      sentinels.add(sentinel(primary).start());
    }
    sentinels.forEach(RedisSentinel::hurry);
    awaitWhole();
  }

  /** Lets a sentinel look at its servers more often than every ten seconds, if it knows how to. */
  private static void hurry(RedisServer sentinel) {
    try (RawRedis raw = sentinel.raw()) {
      raw.command("SENTINEL", "DEBUG", "info-period", "500");
    } catch (RedisErrorException tooOld) {
      // Redis 6.2 takes its time.
    }
  }

  private RedisOptions.Builder common() {
    RedisOptions.Builder server = RedisServer.builder().version(builder.version);
    if (builder.certificates != null) {
      server.tlsWithClientCertificates(builder.certificates);
    }
    return server;
  }

  private RedisOptions.Builder server() {
    RedisOptions.Builder server = common().config("repl-diskless-sync-delay 0");
    if (builder.password != null) {
      // A primary needs it too, for the time when it is a replica.
      server.password(builder.password).config("masterauth " + builder.password);
    }
    if (builder.named) {
      server.config("replica-announce-ip " + NAME);
    }
    builder.configLines.forEach(server::config);
    return server;
  }

  private RedisOptions.Builder sentinel(RedisServer primary) {
    RedisOptions.Builder sentinel = common().sentinel();
    if (builder.named) {
      sentinel
          .config("sentinel resolve-hostnames yes")
          .config("sentinel announce-hostnames yes")
          .config("sentinel announce-ip " + NAME);
    }
    sentinel
        .config(
            "sentinel monitor %s %s %d %d"
                .formatted(MASTER, host(primary), primary.port(), SENTINELS / 2 + 1))
        .config("sentinel down-after-milliseconds " + MASTER + " " + builder.downAfter.toMillis())
        .config("sentinel failover-timeout " + MASTER + " 2000")
        .config("sentinel parallel-syncs " + MASTER + " " + REPLICAS);
    if (builder.password != null) {
      sentinel.config("sentinel auth-pass " + MASTER + " " + builder.password);
    }
    if (builder.sentinelPassword != null) {
      sentinel
          .password(builder.sentinelPassword)
          .config("sentinel sentinel-pass " + builder.sentinelPassword);
    }
    return sentinel;
  }

  private String host(RedisServer server) {
    return builder.named ? NAME : server.host();
  }

  /** Waits until every sentinel sees all others and all replicas, in sync with one primary. */
  public void awaitWhole() {
    Waiting.until(READY_WAIT_MAX, this::isWhole, this::state);
  }

  private boolean isWhole() {
    List<Map<String, String>> views = sentinels.stream().map(RedisSentinel::view).toList();
    boolean known =
        views.stream()
            .allMatch(
                view ->
                    view.getOrDefault("flags", "").equals("master")
                        && view.getOrDefault("num-other-sentinels", "")
                            .equals(Integer.toString(SENTINELS - 1))
                        && view.getOrDefault("num-slaves", "").equals(Integer.toString(REPLICAS)));
    long ports = views.stream().map(view -> view.get("port")).distinct().count();
    if (!known || ports != 1) {
      return false;
    }
    try (RawRedis raw = primary().raw()) {
      Map<String, String> info = raw.info("replication");
      return info.getOrDefault("role", "").equals("master")
          && info.getOrDefault("connected_slaves", "").equals(Integer.toString(REPLICAS))
          && info.entrySet().stream()
              .filter(field -> field.getKey().matches("slave\\d+"))
              .allMatch(field -> field.getValue().contains("state=online"));
    }
  }

  private String state() {
    return "the sentinels to agree:\n"
        + sentinels.stream().map(RedisServer::logTail).collect(Collectors.joining("\n\n"));
  }

  private static Map<String, String> view(RedisServer sentinel) {
    try (RawRedis raw = sentinel.raw()) {
      List<?> words =
          (List<?>) Optional.ofNullable(raw.command("SENTINEL", "MASTER", MASTER)).get();
      return IntStream.range(0, words.size() / 2)
          .boxed()
          .collect(
              Collectors.toMap(
                  i -> words.get(2 * i).toString(), i -> words.get(2 * i + 1).toString()));
    }
  }

  /**
   * The address for clients.
   *
   * @return {@code redis-sentinel://} or {@code rediss-sentinel://}, with the password of the
   *     servers, and without that of the sentinels
   */
  public String uri() {
    String scheme = builder.certificates == null ? "redis-sentinel" : "rediss-sentinel";
    String login = builder.password == null ? "" : ":" + builder.password + "@";
    return scheme
        + "://"
        + login
        + sentinels.stream()
            .map(sentinel -> host(sentinel) + ":" + sentinel.port())
            .collect(Collectors.joining(","))
        + "/"
        + MASTER;
  }

  /**
   * The primary, as a living sentinel names it.
   *
   * @return the server
   */
  public RedisServer primary() {
    RedisServer living = sentinels.stream().filter(RedisServer::isAlive).findFirst().orElseThrow();
    try (RawRedis raw = living.raw()) {
      List<?> address =
          (List<?>)
              Optional.ofNullable(raw.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER)).get();
      int port = Integer.parseInt(address.get(1).toString());
      return servers.stream().filter(server -> server.port() == port).findFirst().orElseThrow();
    }
  }

  /**
   * All servers that keep data.
   *
   * @return the primary and its replicas, in no order
   */
  public List<RedisServer> servers() {
    return List.copyOf(servers);
  }

  /**
   * The replicas of the present primary.
   *
   * @return the other servers
   */
  public List<RedisServer> replicas() {
    RedisServer primary = primary();
    return servers.stream().filter(server -> server != primary).toList();
  }

  /**
   * The sentinels.
   *
   * @return all of them
   */
  public List<RedisServer> sentinels() {
    return List.copyOf(sentinels);
  }

  /**
   * Lets the sentinels make another server the primary, and waits until they name it.
   *
   * @return the new primary
   */
  public RedisServer failOver() {
    RedisServer before = primary();
    try (RawRedis raw = sentinels.get(0).raw()) {
      raw.command("SENTINEL", "FAILOVER", MASTER);
    }
    return awaitOtherThan(before);
  }

  /**
   * Waits until the sentinels name another primary.
   *
   * @param before the former one
   * @return the new one
   */
  public RedisServer awaitOtherThan(RedisServer before) {
    Supplier<String> what = () -> "another primary: " + state();
    Waiting.until(READY_WAIT_MAX, () -> primary() != before, what);
    return primary();
  }

  /** Kills everything. */
  @Override
  public void close() {
    sentinels.forEach(RedisServer::close);
    servers.forEach(RedisServer::close);
  }
}
