package dev.holdfast.redis;

import static dev.holdfast.redis.Peer.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.testing.server.TestCertificates;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {

  @TempDir private Path folder;

  private RedisServer server;

  private TestCertificates serve(String names, boolean clientCertificates) throws Exception {
    TestCertificates certificates = TestCertificates.create(folder, names);
    var builder = RedisServer.builder().version(RedisVersion.DISTRIBUTION.assumeAvailable());
    server =
        clientCertificates
            ? builder.tlsWithClientCertificates(certificates).start()
            : builder.tls(certificates).start();
    return certificates;
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private void assertWorks(String uri) throws Exception {
    try (Peer a = Peer.connect(uri, "a");
        Peer b = Peer.connect(uri, "b")) {
      assertThat(a.request(waiting("r1", "n"))).isInstanceOf(Granted.class);
      b.request(waiting("r2", "n"));
      a.release("r1", "n");
      b.awaitEvents(Event.Granted.class, 1);
      b.release("r2", "n");
    }
  }

  private static void assertRefused(String uri, String why) {
    assertThatThrownBy(() -> Peer.connect(uri, "a"))
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("has no trusted TLS connection for us")
        .hasMessageContaining(why)
        .hasMessageContaining("?ca=FILE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "resp2"})
  void trustedIssuerAndName(String protocol) throws Exception {
    TestCertificates certificates = serve("IP:127.0.0.1", false);
    assertWorks(server.uri() + "?ca=" + certificates.authority() + "&protocol=" + protocol);
  }

  @Test
  void unknownIssuer_isRefused_unlessNothingIsChecked() throws Exception {
    serve("IP:127.0.0.1", false);
    assertRefused(server.uri(), "certification path");
    assertRefused(server.uri() + "?verify=ca", "certification path");
    assertWorks(server.uri() + "?verify=none");
  }

  @Test
  void anotherName_isRefused_unlessOnlyTheIssuerIsChecked() throws Exception {
    TestCertificates certificates = serve("DNS:other.example", false);
    assertRefused(server.uri() + "?ca=" + certificates.authority(), "No subject alternative");
    assertWorks(server.uri() + "?verify=ca&ca=" + certificates.authority());
  }

  @Test
  void clientCertificate_isShown_andWithoutOneItIsRefused() throws Exception {
    TestCertificates certificates = serve("IP:127.0.0.1", true);
    String uri = server.uri() + "?ca=" + certificates.authority();
    assertWorks(
        uri + "&cert=" + certificates.clientCertificate() + "&key=" + certificates.clientKey());
    assertThatThrownBy(() -> Peer.connect(uri, "a"))
        .isInstanceOfAny(StoreRefusedException.class, StoreUnavailableException.class)
        .hasMessageContaining("127.0.0.1");
  }

  @Test
  void plainConnectionToATlsPort_failsInsteadOfHanging() throws Exception {
    serve("IP:127.0.0.1", false);
    assertThatThrownBy(
            () -> Peer.connect("redis://127.0.0.1:" + server.port() + "?connectTimeout=2s", "a"))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void tlsConnectionToAPlainPort_isRefused() {
    try (RedisServer plain = RedisServer.start()) {
      assertThatThrownBy(() -> Peer.connect("rediss://127.0.0.1:" + plain.port(), "a"))
          .isInstanceOfAny(StoreRefusedException.class, StoreUnavailableException.class);
    }
  }

  @Test
  void blackHole_isNoticedAndOvercome() throws Exception {
    TestCertificates certificates = serve("IP:127.0.0.1", false);
    try (TcpProxy proxy = TcpProxy.ofBytes(server.host(), server.port());
        Peer peer =
            Peer.connect(
                "rediss://127.0.0.1:%d?timeout=900ms&ca=%s"
                    .formatted(proxy.port(), certificates.authority()),
                "a")) {
      peer.request(waiting("r1", "n"));
      proxy.blackHole();
      assertThatThrownBy(() -> Peer.get(peer.session().renew()))
          .isInstanceOf(StoreUnavailableException.class);
      proxy.restore();
      peer.awaitEvents(Event.Attached.class, 1);
      assertThat(peer.request(waiting("r1", "n"))).isInstanceOf(Granted.class);
    }
  }
}
