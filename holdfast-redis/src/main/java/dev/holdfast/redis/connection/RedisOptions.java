package dev.holdfast.redis.connection;

import dev.holdfast.spi.DurationText;
import dev.holdfast.spi.StoreAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The address of a Redis, checked. A class and not a record, so that no text form can show the
 * password.
 */
public final class RedisOptions {

  /** How the servers stand to each other, which the scheme tells. */
  public enum Topology {
    /** One server. */
    SINGLE,
    /** A primary that sentinels know of. */
    SENTINEL,
    /** Several primaries that share the keys. */
    CLUSTER,
    /** Servers that know nothing of each other, for locks of the published format. */
    INDEPENDENT
  }

  /** How many connections make one link, and what they speak. */
  public enum Protocol {
    /** RESP3 if the server speaks it, else RESP2. */
    AUTO,
    /** Commands and messages on two connections. */
    RESP2
  }

  /** How much of the server's certificate is checked. */
  public enum Verify {
    /** Issuer and host name. */
    FULL,
    /** The issuer only. */
    CA,
    /** Nothing. */
    NONE
  }

  private static final String MIN_REPLICAS = "minReplicas";
  private static final String MIN_REPLICAS_TIMEOUT = "minReplicasTimeout";
  private static final List<String> KNOWN =
      List.of(
          "ttl",
          "timeout",
          "connectTimeout",
          "prefix",
          "protocol",
          "db",
          "ca",
          "cert",
          "key",
          "verify",
          "sentinelUser",
          "sentinelPassword",
          "minReplicas",
          "minReplicasTimeout");
  private static final List<String> TLS_ONLY = List.of("ca", "cert", "key", "verify");
  private static final List<String> SENTINEL_ONLY = List.of("sentinelUser", "sentinelPassword");
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(50);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(5);
  private static final Duration REPLICAS_TIMEOUT = Duration.ofSeconds(1);
  private static final int PORT = 6379;
  private static final int SENTINEL_PORT = 26_379;
  private static final int PREFIX_MAX = 64;
  private static final int REPLICAS_MAX = 99;

  private final StoreAddress address;
  private final Topology topology;
  private final List<Endpoint> servers;
  private final String master;
  private final int database;
  private final Duration timeout;
  private final Duration connectTimeout;
  private final String prefix;
  private final Protocol protocol;
  private final Verify verify;
  private final int minReplicas;
  private final Duration minReplicasTimeout;

  private RedisOptions(StoreAddress address) {
    this.address = address;
    this.topology = topologyOf(address.scheme());
    for (String name : address.options().keySet()) {
      checkKnown(name);
    }
    this.servers =
        Endpoint.parseAll(address.hosts(), topology == Topology.SENTINEL ? SENTINEL_PORT : PORT);
    this.master = topology == Topology.SENTINEL ? masterName(address) : "";
    this.database = database(address, topology);
    checkServers();
    this.timeout = timeout("timeout", TIMEOUT);
    this.connectTimeout = timeout("connectTimeout", CONNECT_TIMEOUT);
    this.prefix = prefix(option("prefix").orElse("hf"));
    this.protocol =
        switch (option("protocol").orElse("auto")) {
          case "auto" -> Protocol.AUTO;
          case "resp2" -> Protocol.RESP2;
          default -> throw choice("protocol", "auto, resp2");
        };
    this.verify =
        switch (option("verify").orElse("full")) {
          case "full" -> Verify.FULL;
          case "ca" -> Verify.CA;
          case "none" -> Verify.NONE;
          default -> throw choice("verify", "full, ca, none");
        };
    this.minReplicas = minReplicas(option(MIN_REPLICAS).orElse("0"));
    this.minReplicasTimeout = timeout(MIN_REPLICAS_TIMEOUT, REPLICAS_TIMEOUT);
    if (option(MIN_REPLICAS).isEmpty() && option(MIN_REPLICAS_TIMEOUT).isPresent()) {
      throw new IllegalArgumentException(
          "minReplicasTimeout is about the replicas that minReplicas asks for: write"
              + " ?minReplicas=1&minReplicasTimeout=1s");
    }
    if (!address.user().isEmpty() && address.password().isEmpty()) {
      // It is not shown: it may be the password.
      throw new IllegalArgumentException(
          "The address names a user without a password: write USER:PASSWORD@HOST, USER:@HOST for"
              + " one that needs none, or :PASSWORD@HOST for the default user");
    }
    if (option("sentinelUser").isPresent() && option("sentinelPassword").isEmpty()) {
      throw new IllegalArgumentException("The option sentinelUser needs a sentinelPassword");
    }
    if (option("cert").isPresent() != option("key").isPresent()) {
      throw new IllegalArgumentException(
          "The options cert and key belong together: the client's certificate and its private key");
    }
    file("ca").ifPresent(path -> PemFile.checkCertificates("ca", path));
    file("cert").ifPresent(path -> PemFile.checkCertificates("cert", path));
    file("key").ifPresent(path -> PemFile.checkKey("key", path));
  }

  /**
   * Checks an address.
   *
   * @throws IllegalArgumentException if it can't be that of a Redis; the message has no password
   */
  public static RedisOptions of(StoreAddress address) {
    return new RedisOptions(address);
  }

  private void checkKnown(String name) {
    if (!KNOWN.contains(name)) {
      throw new IllegalArgumentException(
          "Unknown option '" + name + "' for Redis; known are " + String.join(", ", KNOWN));
    }
    if (!tls() && TLS_ONLY.contains(name)) {
      throw new IllegalArgumentException(
          "Option '" + name + "' is about TLS; write rediss:// instead of redis:// to use it");
    }
    if (topology != Topology.SENTINEL && SENTINEL_ONLY.contains(name)) {
      throw new IllegalArgumentException(
          "Option '" + name + "' is about sentinels, as in redis-sentinel://HOSTS/MASTER");
    }
  }

  private void checkServers() {
    if (topology == Topology.SINGLE && servers.size() > 1) {
      throw new IllegalArgumentException(
          "Redis at several addresses (%s) is one of redis-sentinel:// and redis-cluster://; for a"
                  .formatted(address.hosts())
              + " single server name one address");
    }
  }

  private static Topology topologyOf(String scheme) {
    if (scheme.startsWith("redlock") || scheme.endsWith("-plain")) {
      return Topology.INDEPENDENT;
    }
    if (scheme.endsWith("-sentinel")) {
      return Topology.SENTINEL;
    }
    return scheme.endsWith("-cluster") ? Topology.CLUSTER : Topology.SINGLE;
  }

  private static String masterName(StoreAddress address) {
    if (address.path().isEmpty()) {
      throw new IllegalArgumentException(
          "The address names sentinels and not which master they are asked for, as in"
              + " redis-sentinel://host1,host2,host3/mymaster");
    }
    return address.path();
  }

  private IllegalArgumentException choice(String name, String allowed) {
    return new IllegalArgumentException(
        name + "=" + option(name).orElse("") + " is none of " + allowed);
  }

  private static int database(StoreAddress address, Topology topology) {
    @Nullable String option = address.options().get("db");
    if (topology == Topology.SENTINEL) {
      return option == null ? 0 : databaseNumber(option);
    }
    if (topology == Topology.CLUSTER && !(option == null && address.path().isEmpty())) {
      throw new IllegalArgumentException(
          "A Cluster has no database numbers: leave out the path and db=");
    }
    if (option != null && !address.path().isEmpty() && !option.equals(address.path())) {
      throw new IllegalArgumentException(
          "The address names two databases, " + address.path() + " in the path and db=" + option);
    }
    String text = option != null ? option : address.path();
    return text.isEmpty() ? 0 : databaseNumber(text);
  }

  private static int databaseNumber(String text) {
    if (!text.matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "The database '" + text + "' is not a number, as in redis://localhost/0");
    }
    return Integer.parseInt(text);
  }

  private Duration timeout(String name, Duration otherwise) {
    Duration value = option(name).map(text -> DurationText.parse(name, text)).orElse(otherwise);
    if (value.compareTo(TIMEOUT_MIN) < 0 || value.compareTo(TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException(
          "%s=%s is outside of the allowed range of %s to %s"
              .formatted(
                  name,
                  DurationText.of(value),
                  DurationText.of(TIMEOUT_MIN),
                  DurationText.of(TIMEOUT_MAX)));
    }
    return value;
  }

  private static String prefix(String text) {
    if (!text.matches("[!-z|~]{1," + PREFIX_MAX + "}")) {
      throw new IllegalArgumentException(
          "prefix="
              + text
              + " is not allowed: 1 to "
              + PREFIX_MAX
              + " printable ASCII characters without spaces and braces, which would decide about"
              + " the slot of a Cluster");
    }
    return text;
  }

  private static int minReplicas(String text) {
    if (!text.matches("[0-9]{1,2}")) {
      throw new IllegalArgumentException(
          "minReplicas=" + text + " is not a number of replicas, 0 to " + REPLICAS_MAX);
    }
    return Integer.parseInt(text);
  }

  private Optional<String> option(String name) {
    Map<String, String> options = address.options();
    return Optional.ofNullable(options.get(name));
  }

  /** A file that an option names. */
  Optional<Path> file(String option) {
    return option(option).map(Path::of);
  }

  /** The address for people. */
  public String address() {
    return address.withoutSecrets();
  }

  /** Where messages say that it is, ports included. */
  public String hostAndPort() {
    String all = servers.stream().map(Endpoint::toString).collect(Collectors.joining(","));
    return topology == Topology.SENTINEL ? all + "/" + master : all;
  }

  /** How the servers stand to each other. */
  public Topology topology() {
    return topology;
  }

  /** The servers that are named: the one, the sentinels, or some of a Cluster. */
  List<Endpoint> servers() {
    return servers;
  }

  /** What messages call each of the servers that are named. */
  public List<String> serverNames() {
    return servers.stream().map(Endpoint::toString).toList();
  }

  /** The name by which sentinels know the primary. */
  String master() {
    return master;
  }

  /** The user at the sentinels; empty for none. */
  String sentinelUser() {
    return option("sentinelUser").orElse("");
  }

  /** The password at the sentinels, which is never that of the other servers by itself. */
  Optional<String> sentinelPassword() {
    return option("sentinelPassword");
  }

  String user() {
    return address.user();
  }

  Optional<String> password() {
    return address.password();
  }

  int database() {
    return database;
  }

  boolean tls() {
    return address.scheme().startsWith("rediss") || address.scheme().equals("redlocks");
  }

  Verify verify() {
    return verify;
  }

  Protocol protocol() {
    return protocol;
  }

  /** How long a command may stay without an answer. */
  public Duration timeout() {
    return timeout;
  }

  /** How long an attempt to connect may take, its checks included. */
  public Duration connectTimeout() {
    return connectTimeout;
  }

  /** How many replicas have to have what is granted before it counts; 0 for none. */
  public int minReplicas() {
    return minReplicas;
  }

  /** How long they may take. */
  public Duration minReplicasTimeout() {
    return minReplicasTimeout;
  }

  /** What all keys begin with, inside of the braces. */
  public String prefix() {
    return prefix;
  }

  @Override
  public String toString() {
    return address();
  }
}
