package dev.holdfast.demo.redis;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where one Redis is. Its {@code toString} leaves the password out.
 *
 * @param host name or number
 * @param port its port
 * @param user empty: the default user
 * @param password empty: none
 * @param database its number
 */
public record RedisAddress(String host, int port, String user, String password, int database) {

  private static final int USUAL_PORT = 6379;

  /**
   * Reads {@code redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RedisAddress parse(String text) {
    try {
      URI uri = new URI(text);
      @Nullable String host = uri.getHost();
      if (!"redis".equals(uri.getScheme()) || host == null) {
        throw new IllegalArgumentException("no address of one Redis without TLS");
      }
      @Nullable String login = uri.getRawUserInfo();
      int colon = login == null ? -1 : login.indexOf(':');
      @Nullable String path = uri.getPath();
      return new RedisAddress(
          host,
          uri.getPort() < 0 ? USUAL_PORT : uri.getPort(),
          login == null || colon < 0 ? "" : decoded(login.substring(0, colon)),
          login == null ? "" : decoded(login.substring(colon + 1)),
          path == null || path.length() < 2 ? 0 : Integer.parseInt(path.substring(1)));
    } catch (URISyntaxException | NumberFormatException e) {
      // The cause would show the password.
      throw new IllegalArgumentException("no address of one Redis without TLS");
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "redis://" + host + ":" + port;
  }
}
