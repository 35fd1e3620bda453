package dev.holdfast.testing.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a {@link RedisServer} is to be started. */
public final class RedisOptions {

  final Path executable;
  final @Nullable String password;
  final Map<String, String> users;
  final @Nullable TestCertificates certificates;
  final boolean clientCertificates;
  final boolean sentinel;
  final List<String> configLines;

  private RedisOptions(Builder builder) {
    this.executable = builder.executable();
    this.password = builder.password;
    this.users = new LinkedHashMap<>(builder.users);
    this.certificates = builder.certificates;
    this.clientCertificates = builder.clientCertificates;
    this.sentinel = builder.sentinel;
    this.configLines = List.copyOf(builder.configLines);
  }

  /** Collects options; {@link #start} ends it. */
  public static final class Builder {

    private RedisVersion version = RedisVersion.EMBEDDED_6_2;
    private @Nullable Path executable;
    private @Nullable String password;
    private final Map<String, String> users = new LinkedHashMap<>();
    private @Nullable TestCertificates certificates;
    private boolean clientCertificates;
    private boolean sentinel;
    private final List<String> configLines = new ArrayList<>();

    Builder() {}

    /**
     * Chooses the server. Default: {@link RedisVersion#EMBEDDED_6_2}.
     *
     * @param version the server
     * @return this
     */
    public Builder version(RedisVersion version) {
      this.version = version;
      return this;
    }

    /**
     * Chooses any executable instead of a version, such as a Valkey.
     *
     * @param executable path of the server program
     * @return this
     */
    public Builder executable(Path executable) {
      this.executable = executable;
      return this;
    }

    /**
     * Sets the password of the default user.
     *
     * @param password without spaces
     * @return this
     */
    public Builder password(String password) {
      this.password = password;
      return this;
    }

    /**
     * Adds a user, or redefines the user {@code default}, in an ACL file of the server.
     *
     * @param name its name
     * @param rules as in an ACL file, such as {@code on >secret ~* &* +@all}
     * @return this
     */
    public Builder user(String name, String rules) {
      users.put(name, rules);
      return this;
    }

    /**
     * Serves TLS only.
     *
     * @param certificates those of the server
     * @return this
     */
    public Builder tls(TestCertificates certificates) {
      this.certificates = certificates;
      return this;
    }

    /**
     * Serves TLS only, and demands a certificate of clients.
     *
     * @param certificates those of the server
     * @return this
     */
    public Builder tlsWithClientCertificates(TestCertificates certificates) {
      this.clientCertificates = true;
      return tls(certificates);
    }

    /**
     * Adds a line to the configuration file, behind our own, so that it wins.
     *
     * @param line such as {@code appendonly yes}
     * @return this
     */
    public Builder config(String line) {
      configLines.add(line);
      return this;
    }

    /**
     * Makes it a replica.
     *
     * @param primary the server to follow
     * @return this
     */
    public Builder replicaOf(RedisServer primary) {
      config("replicaof " + primary.host() + " " + primary.port());
      primary.password().ifPresent(word -> config("masterauth " + word));
      return this;
    }

    /** Makes it a sentinel, which keeps no data. */
    Builder sentinel() {
      sentinel = true;
      return this;
    }

    /**
     * Starts the server and waits until it answers.
     *
     * @return the running server
     */
    public RedisServer start() {
      return RedisServer.start(new RedisOptions(this));
    }

    private Path executable() {
      return Optional.ofNullable(executable)
          .or(version::executable)
          .orElseThrow(() -> new IllegalStateException("No redis-server on the PATH"));
    }
  }
}
