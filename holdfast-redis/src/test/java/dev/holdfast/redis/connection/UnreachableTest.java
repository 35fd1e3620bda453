package dev.holdfast.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class UnreachableTest {

  private static String why(Throwable failure) {
    return new Unreachable(Duration.ofSeconds(5), false).why(failure);
  }

  private static Throwable connecting(Throwable cause) {
    return new RedisConnectionException(
        "Unable to connect to 10.0.0.1/<unresolved>:6379", new CompletionException(cause));
  }

  @Test
  void ofTheSystem() {
    assertThat(why(connecting(new ConnectException("Connection refused: /127.0.0.1:1"))))
        .startsWith("connection refused;");
    assertThat(why(connecting(new NoRouteToHostException("No route to host: /10.0.0.1:1"))))
        .startsWith("no route to that host;");
    assertThat(why(connecting(new ConnectException("Network is unreachable"))))
        .startsWith("no route to that host;");
  }

  @Test
  void closed_saysWhatToCheck_onlyWhileConnecting() {
    assertThat(why(connecting(new SocketException("Connection reset"))))
        .isEqualTo(
            "the connection was closed; check the port, and whether it speaks redis:// or"
                + " rediss://");
    assertThat(why(new IOException("Connection reset by peer")))
        .isEqualTo("the connection was closed");
  }

  @Test
  void ourOwn_isToldAsItIs() {
    assertThat(why(new LinkDownException("no answer in 2s"))).isEqualTo("no answer in 2s");
  }

  @Test
  void unknownOnes_areToldWithoutClassNames() {
    assertThat(
            why(
                connecting(
                    new IllegalArgumentException(
                        "io.netty.channel.AbstractChannel$AnnotatedConnectException: odd:"
                            + " host/<unresolved>:1"))))
        .isEqualTo("odd: host:1");
    assertThat(why(new IllegalArgumentException())).isEqualTo("for no known reason");
  }
}
