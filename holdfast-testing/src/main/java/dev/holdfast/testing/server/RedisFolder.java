package dev.holdfast.testing.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The folder of one server: its configuration, its data, its log. */
final class RedisFolder {

  /** A user beside those of the test, so that we get in whatever the test does to them. */
  static final String HARNESS_USER = "testing";

  static final String HARNESS_PASSWORD = "testing-only";

  private final Path folder;

  private RedisFolder(Path folder) {
    this.folder = folder;
  }

  static RedisFolder create() throws IOException {
    Path folder = Files.createTempDirectory("holdfast-redis-");
    Files.createDirectory(folder.resolve("data"));
    return new RedisFolder(folder);
  }

  Path path() {
    return folder;
  }

  /** Writes the files that say how to serve, and gives the path of the first. */
  Path configure(RedisOptions options, int port) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("bind 127.0.0.1");
    lines.add("dir " + folder.resolve("data"));
    if (!options.sentinel) {
      lines.add("save \"\"");
      lines.add("appendonly no");
    }
    if (options.certificates == null) {
      lines.add("port " + port);
    } else {
      lines.add("port 0");
      lines.add("tls-port " + port);
      lines.add("tls-cert-file " + options.certificates.serverCertificate());
      lines.add("tls-key-file " + options.certificates.serverKey());
      lines.add("tls-ca-cert-file " + options.certificates.authority());
      lines.add("tls-auth-clients " + (options.clientCertificates ? "yes" : "no"));
      lines.add("tls-replication yes");
    }
    if (!options.users.isEmpty()) {
      Path acl = folder.resolve("users.acl");
      Files.write(acl, users(options.users, options.password));
      lines.add("aclfile " + acl);
    } else if (options.password != null) {
      lines.add("requirepass " + options.password);
    }
    lines.addAll(options.configLines);
    return Files.write(folder.resolve("redis.conf"), lines);
  }

  /** With an ACL file the password of the default user has to be in that file too. */
  private static List<String> users(Map<String, String> users, @Nullable String password) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("default", "on ~* &* +@all " + (password == null ? "nopass" : ">" + password));
    all.put(HARNESS_USER, "on ~* &* +@all >" + HARNESS_PASSWORD);
    all.putAll(users);
    return all.entrySet().stream()
        .map(user -> "user " + user.getKey() + " " + user.getValue())
        .toList();
  }

  /** Forgets all that the server has stored. */
  void deleteData() throws IOException {
    FileTree.delete(folder.resolve("data"));
    Files.createDirectory(folder.resolve("data"));
  }

  void delete() throws IOException {
    FileTree.delete(folder);
  }
}
