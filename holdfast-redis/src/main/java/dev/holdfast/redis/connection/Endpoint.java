package dev.holdfast.redis.connection;

import java.util.List;
import java.util.stream.Stream;

/**
 * Where a server is reached.
 *
 * @param host its name or address, without brackets
 * @param port its port
 */
record Endpoint(String host, int port) {

  /** Reads the hosts of an address: one, or several between commas. */
  static List<Endpoint> parseAll(String hosts, int defaultPort) {
    return Stream.of(hosts.split(",", -1)).map(host -> parse(host.strip(), defaultPort)).toList();
  }

  private static Endpoint parse(String text, int defaultPort) {
    boolean bracketed = text.startsWith("[");
    int hostEnd = bracketed ? text.indexOf(']') + 1 : text.indexOf(':');
    String host = hostEnd < 0 ? text : text.substring(0, hostEnd);
    String rest = text.substring(host.length());
    boolean hasPort = rest.startsWith(":") && rest.indexOf(':', 1) < 0;
    if ((bracketed && hostEnd == 0) || !(rest.isEmpty() || hasPort)) {
      throw new IllegalArgumentException(
          "What stands between '//' and the next '/' is not a host, or a host and a port; an IPv6"
              + " address stands in brackets");
    }
    String name = bracketed ? host.substring(1, host.length() - 1) : host;
    return new Endpoint(
        name.isEmpty() ? "localhost" : name, hasPort ? port(rest.substring(1)) : defaultPort);
  }

  private static int port(String text) {
    int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
    if (port < 1 || port > 65_535) {
      // Not repeated: with a '/' in a password that is not written as %2F it is a part of that.
      throw new IllegalArgumentException(
          "What stands between the host's ':' and the next '/' is not a port from 1 to 65535");
    }
    return port;
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
