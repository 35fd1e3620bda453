package dev.holdfast.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.StoreAddress;
import dev.holdfast.testing.server.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisOptionsTest {

  private static RedisOptions of(String uri) {
    return RedisOptions.of(StoreAddress.parse(uri));
  }

  @Test
  void defaults() {
    RedisOptions options = of("redis:");
    assertThat(options.topology()).isEqualTo(RedisOptions.Topology.SINGLE);
    assertThat(options.servers()).containsExactly(new Endpoint("localhost", 6379));
    assertThat(options.database()).isZero();
    assertThat(options.user()).isEmpty();
    assertThat(options.password()).isEmpty();
    assertThat(options.tls()).isFalse();
    assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(options.prefix()).isEqualTo("hf");
    assertThat(options.protocol()).isEqualTo(RedisOptions.Protocol.AUTO);
    assertThat(options.verify()).isEqualTo(RedisOptions.Verify.FULL);
  }

  @Test
  void allOptions() {
    RedisOptions options =
        of(
            "rediss://u:p@h:1/3?timeout=500ms&connectTimeout=1m&prefix=app&protocol=resp2"
                + "&verify=ca&ttl=10s&db=3");
    assertThat(options.servers()).containsExactly(new Endpoint("h", 1));
    assertThat(options.database()).isEqualTo(3);
    assertThat(options.user()).isEqualTo("u");
    assertThat(options.password()).contains("p");
    assertThat(options.tls()).isTrue();
    assertThat(options.timeout()).isEqualTo(Duration.ofMillis(500));
    assertThat(options.connectTimeout()).isEqualTo(Duration.ofMinutes(1));
    assertThat(options.prefix()).isEqualTo("app");
    assertThat(options.protocol()).isEqualTo(RedisOptions.Protocol.RESP2);
    assertThat(options.verify()).isEqualTo(RedisOptions.Verify.CA);
    assertThat(options.toString()).isEqualTo("rediss://h:1/3").doesNotContain("p@");
  }

  @ParameterizedTest
  @CsvSource({
    "redis://h, h, 6379",
    "redis://h:7000, h, 7000",
    "redis://[::1], ::1, 6379",
    "redis://[::1]:7000, ::1, 7000",
    "redis://:7000, localhost, 7000",
  })
  void hosts(String uri, String host, int port) {
    assertThat(of(uri).servers()).containsExactly(new Endpoint(host, port));
  }

  @Test
  void sentinels_andTheirMaster() {
    RedisOptions options =
        of("redis-sentinel://u:p@h1,h2:7000/orders?db=2&sentinelUser=s&sentinelPassword=t");
    assertThat(options.topology()).isEqualTo(RedisOptions.Topology.SENTINEL);
    assertThat(options.servers())
        .containsExactly(new Endpoint("h1", 26_379), new Endpoint("h2", 7_000));
    assertThat(options.master()).isEqualTo("orders");
    assertThat(options.database()).isEqualTo(2);
    assertThat(options.password()).contains("p");
    assertThat(options.sentinelUser()).isEqualTo("s");
    assertThat(options.sentinelPassword()).contains("t");
    assertThat(options.tls()).isFalse();
    assertThat(of("rediss-sentinel://h/m").tls()).isTrue();
    assertThat(of("redis-sentinel://u:p@h/m").sentinelPassword()).isEmpty();
  }

  @Test
  void cluster_isNamedBySomeOfItsServers() {
    RedisOptions options = of("rediss-cluster://:p@h1,[::1]:7000");
    assertThat(options.topology()).isEqualTo(RedisOptions.Topology.CLUSTER);
    assertThat(options.servers())
        .containsExactly(new Endpoint("h1", 6_379), new Endpoint("::1", 7_000));
    assertThat(options.tls()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "redis://h?color=red | Unknown option 'color' for Redis; known are ttl, timeout,",
        "redis://h?timeout=2 | timeout=2 is not a duration",
        "redis://h?timeout=1ms | timeout=1ms is outside of the allowed range of 50ms to 5m",
        "redis://h?connectTimeout=1h | connectTimeout=1h is outside of the allowed range",
        "redis://u@h | The address names a user without a password: write USER:PASSWORD@HOST",
        "redis-cluster://u@h | The address names a user without a password",
        "redis://h?prefix=a%7Bb | prefix=a{b is not allowed",
        "redis://h?prefix= | prefix= is not allowed",
        "redis://h?prefix=a%20b | prefix=a b is not allowed",
        "redis://h?protocol=3 | protocol=3 is none of auto, resp2",
        "rediss://h?verify=no | verify=no is none of full, ca, none",
        "redis://h?ca=/x | Option 'ca' is about TLS; write rediss://",
        "rediss://h?ca=/no/such/file | ca=/no/such/file is not a file that can be read",
        "rediss://h?cert=/x | The options cert and key belong together",
        "redis://h/first | The database 'first' is not a number",
        "redis://h/1?db=2 | The address names two databases, 1 in the path and db=2",
        "redis://h:0 | is not a port from 1 to 65535",
        "redis://h:70000 | is not a port from 1 to 65535",
        "redis://h:x | is not a port from 1 to 65535",
        "redis://h1,h2 | Redis at several addresses (h1,h2) is one of redis-sentinel:// and",
        "redis-sentinel://h1,h2 | names sentinels and not which master they are asked for",
        "redis-sentinel://h/m?sentinelUser=u | The option sentinelUser needs a sentinelPassword",
        "redis-sentinel://h/m?db=first | The database 'first' is not a number",
        "redis://h?sentinelPassword=p | Option 'sentinelPassword' is about sentinels",
        "redis-cluster://h/1 | A Cluster has no database numbers",
        "redis-cluster://h?db=0 | A Cluster has no database numbers",
        "redis://[::1 | is not a host, or a host and a port",
        "redis://h?minReplicas=one | minReplicas=one is not a number of replicas, 0 to 99",
        "redis://h?minReplicas=-1 | minReplicas=-1 is not a number of replicas",
        "redis://h?minReplicas=1&minReplicasTimeout=0s | minReplicasTimeout=0ms is outside of",
        "redis://h?minReplicasTimeout=1s | is about the replicas that minReplicas asks for",
      })
  void malformed_throwsIllegalArgumentException(String uri, String message) {
    assertThatThrownBy(() -> of(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void replicas_areAskedWhenTheAddressSaysSo() {
    assertThat(of("redis://h").minReplicas()).isZero();
    RedisOptions options = of("redis://h?minReplicas=2&minReplicasTimeout=300ms");
    assertThat(options.minReplicas()).isEqualTo(2);
    assertThat(options.minReplicasTimeout()).isEqualTo(Duration.ofMillis(300));
    assertThat(of("redis://h?minReplicas=1").minReplicasTimeout()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void badOptionBesideAPassword_throwsIllegalArgumentException_withoutThePassword() {
    assertThatThrownBy(() -> of("redis://u:s3cret@h?color=red"))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("s3cret");
  }

  @Test
  void files_areTaken(@TempDir Path folder) throws Exception {
    TestCertificates files = TestCertificates.create(folder);
    RedisOptions options =
        of(
            "rediss://h?ca=%s&cert=%s&key=%s"
                .formatted(files.authority(), files.clientCertificate(), files.clientKey()));
    assertThat(options.file("ca")).contains(files.authority());
    assertThat(options.file("key")).contains(files.clientKey());
  }

  @Test
  void filesWithoutWhatIsNeeded_throwIllegalArgumentException(@TempDir Path folder)
      throws Exception {
    TestCertificates files = TestCertificates.create(folder);
    Path empty = Files.createFile(folder.resolve("empty.pem"));
    Path encrypted =
        Files.writeString(
            folder.resolve("encrypted.pem"), "-----BEGIN ENCRYPTED PRIVATE KEY-----\n");
    assertRefused("ca=" + empty, "ca=" + empty + " has no certificate in it");
    assertRefused("ca=" + files.clientKey(), "has no certificate in it");
    assertRefused("ca=", "is not a file that can be read");
    String both = "cert=" + files.clientCertificate() + "&key=";
    assertRefused(both + empty, "key=" + empty + " has no private key in it");
    assertRefused(both + encrypted, "key=" + encrypted + " is encrypted");
  }

  private static void assertRefused(String options, String message) {
    assertThatThrownBy(() -> of("rediss://h?" + options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
