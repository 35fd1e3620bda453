package dev.holdfast.redis.connection;

import dev.holdfast.spi.DurationText;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.protocol.RedisProtocolException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Says in plain words why a server can't be reached, and what to look at. What the driver says
 * names its classes and more, which is kept as the cause.
 */
final class Unreachable {

  private static final String CLOSED = "the connection was closed";

  private static final String OTHER_SCHEME =
      "; check the port, and whether it speaks redis:// or rediss://";

  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z]\\w*\\.)+[A-Z][\\w$.]*(?:: )?");

  private static final Pattern UNRESOLVED = Pattern.compile("/?<unresolved>");

  private final Duration attemptMax;
  private final boolean tls;

  /**
   * Knows what was tried.
   *
   * @param attemptMax how long an attempt to connect may take
   * @param tls whether it is made over TLS
   */
  Unreachable(Duration attemptMax, boolean tls) {
    this.attemptMax = attemptMax;
    this.tls = tls;
  }

  /** Why, and what to check. */
  String why(Throwable failure) {
    boolean connecting = failure instanceof RedisConnectionException;
    String innermost = "";
    for (Throwable t = failure; t != null; t = t.getCause()) {
      Optional<String> known = known(t);
      if (known.isPresent()) {
        return connecting && known.get().equals(CLOSED) ? CLOSED + OTHER_SCHEME : known.get();
      }
      innermost = t.getMessage() == null ? innermost : t.getMessage();
    }
    if (connecting && innermost.contains("losed")) {
      return CLOSED + OTHER_SCHEME;
    }
    return innermost.isEmpty() ? "for no known reason" : plain(innermost);
  }

  private Optional<String> known(Throwable failure) {
    if (failure instanceof LinkDownException) {
      return Optional.ofNullable(failure.getMessage());
    } else if (failure instanceof UnknownHostException
        || failure instanceof UnresolvedAddressException) {
      return Optional.of("host name unknown; check the address");
    } else if (failure instanceof ConnectTimeoutException
        || failure instanceof SslHandshakeTimeoutException
        || failure instanceof RedisCommandTimeoutException
        || failure instanceof TimeoutException) {
      return Optional.of(noAnswer());
    } else if (failure instanceof RedisProtocolException) {
      return Optional.of("what answers there speaks another protocol" + OTHER_SCHEME);
    } else if (failure instanceof IOException) {
      return ofSystem(failure);
    }
    return Optional.empty();
  }

  /** An attempt to connect has had no answer. */
  String noAnswer() {
    String check =
        tls
            ? "; check the address, the network, and that TLS is spoken there"
            : "; check the address, and the network";
    return "no answer in " + DurationText.of(attemptMax) + check;
  }

  /** What the system says, which the driver wraps in texts of its own. */
  private static Optional<String> ofSystem(Throwable failure) {
    String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    if (failure instanceof NoRouteToHostException || text.contains("unreachable")) {
      return Optional.of("no route to that host; check the address, and the network");
    } else if (failure instanceof ConnectException && text.contains("refused")) {
      return Optional.of("connection refused; check the address, and that it runs");
    } else if (text.contains("closed") || text.contains("reset") || text.contains("broken pipe")) {
      return Optional.of(CLOSED);
    }
    return Optional.empty();
  }

  /** A text of driver or JVM without the names of their classes. */
  static String plain(String text) {
    return UNRESOLVED.matcher(CLASS_NAME.matcher(text).replaceAll("")).replaceAll("");
  }
}
