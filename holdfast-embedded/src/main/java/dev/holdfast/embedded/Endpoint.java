package dev.holdfast.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Where the server listens and the password that keeps other users of the machine out.
 *
 * <p>Its {@code toString} leaves the password out.
 */
record Endpoint(int port, String password) {

  static final String HOST = "127.0.0.1";

  private static final int PASSWORD_BYTES = 24;

  /** A port that is free now. Another process may take it before the server does. */
  static Endpoint fresh() throws IOException {
    byte[] secret = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(secret);
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new Endpoint(socket.getLocalPort(), HexFormat.of().formatHex(secret));
    }
  }

  static Optional<Endpoint> parse(List<String> lines) {
    if (lines.size() != 2 || !lines.get(0).matches("[1-9][0-9]{0,4}") || lines.get(1).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Endpoint(Integer.parseInt(lines.get(0)), lines.get(1)));
  }

  List<String> lines() {
    return List.of(Integer.toString(port), password);
  }

  String address() {
    return "redis://" + HOST + ":" + port;
  }

  String uriWithPassword() {
    return "redis://:" + password + "@" + HOST + ":" + port;
  }

  @Override
  public String toString() {
    return address();
  }
}
