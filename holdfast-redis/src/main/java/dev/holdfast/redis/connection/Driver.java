package dev.holdfast.redis.connection;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.EpollProvider;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;
import java.util.Optional;

/** How the driver is set up: it connects once, repeats nothing, and shares nothing with others. */
final class Driver {

  // One thread each would do for the traffic; two let a slow hand-shake not stop a renewal.
  private static final int THREADS = 2;
  private static final Duration KEEP_ALIVE_IDLE = Duration.ofSeconds(10);
  private static final Duration KEEP_ALIVE_INTERVAL = Duration.ofSeconds(3);
  private static final int KEEP_ALIVE_COUNT = 3;
  private static final int FLUSHES_JOINED_MAX = 256;

  private final RedisOptions options;
  private final String clientName;

  Driver(RedisOptions options, String clientName) {
    this.options = options;
    this.clientName = clientName;
  }

  ClientResources resources() {
    return ClientResources.builder()
        .ioThreadPoolSize(THREADS)
        .computationThreadPoolSize(THREADS)
        .commandLatencyRecorder(CommandLatencyRecorder.disabled())
        .nettyCustomizer(new JoinedWrites())
        .build();
  }

  /** Commands that are sent at about the same time leave in one write to the socket. */
  private static final class JoinedWrites implements NettyCustomizer {
    @Override
    public void afterChannelInitialized(Channel channel) {
      channel.pipeline().addFirst(new FlushConsolidationHandler(FLUSHES_JOINED_MAX, true));
    }
  }

  /** How a server that keeps locks is reached. */
  RedisURI uri(Endpoint server) {
    return uri(server, options.user(), options.password(), options.database());
  }

  /** How a sentinel is reached, which has users of its own and no databases. */
  RedisURI sentinelUri(Endpoint sentinel) {
    return uri(sentinel, options.sentinelUser(), options.sentinelPassword(), 0);
  }

  private RedisURI uri(Endpoint server, String user, Optional<String> password, int database) {
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(server.host())
            .withPort(server.port())
            .withDatabase(database)
            .withTimeout(options.connectTimeout())
            .withClientName(clientNameForRedis())
            .withSsl(options.tls());
    if (options.tls()) {
      uri.withVerifyPeer(
          switch (options.verify()) {
            case FULL -> SslVerifyMode.FULL;
            case CA -> SslVerifyMode.CA;
            case NONE -> SslVerifyMode.NONE;
          });
    }
    password.ifPresent(
        word -> {
          if (user.isEmpty()) {
            uri.withPassword(word.toCharArray());
          } else {
            uri.withAuthentication(user, word.toCharArray());
          }
        });
    RedisURI built = uri.build();
    // Otherwise the driver sends its own name and version, which few servers know of and which a
    // user with few rights may not.
    built.setLibraryName("");
    built.setLibraryVersion("");
    return built;
  }

  /** Redis takes only printable ASCII without spaces as the name of a connection. */
  private String clientNameForRedis() {
    return "holdfast:" + clientName.replaceAll("[^!-~]", "_");
  }

  ClientOptions clientOptions(ProtocolVersion protocol) {
    return ClientOptions.builder()
        .autoReconnect(false)
        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
        .pingBeforeActivateConnection(false)
        // The silence watch bounds every call; a timer of the driver's for each command costs more.
        .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
        .protocolVersion(protocol)
        .socketOptions(socketOptions())
        .sslOptions(sslOptions())
        .build();
  }

  private SocketOptions socketOptions() {
    SocketOptions.Builder socket =
        SocketOptions.builder()
            .connectTimeout(options.connectTimeout())
            .tcpNoDelay(true)
            .keepAlive(
                KeepAliveOptions.builder()
                    .enable()
                    .idle(KEEP_ALIVE_IDLE)
                    .interval(KEEP_ALIVE_INTERVAL)
                    .count(KEEP_ALIVE_COUNT)
                    .build());
    if (EpollProvider.isAvailable()) {
      socket.tcpUserTimeout(
          TcpUserTimeoutOptions.builder().enable().tcpUserTimeout(options.timeout()).build());
    }
    return socket.build();
  }

  private SslOptions sslOptions() {
    SslOptions.Builder ssl =
        SslOptions.builder().jdkSslProvider().handshakeTimeout(options.connectTimeout());
    options.file("ca").ifPresent(ca -> ssl.trustManager(ca.toFile()));
    options
        .file("cert")
        .ifPresent(
            cert ->
                ssl.keyManager(
                    cert.toFile(), options.file("key").orElseThrow().toFile(), new char[0]));
    return ssl.build();
  }
}
