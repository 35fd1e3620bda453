package dev.holdfast.redis.connection;

import dev.holdfast.redis.script.Script;
import dev.holdfast.spi.StoreContext;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.concurrent.Future;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes links: connects, says who we are, and looks whether the server can hold locks. */
final class Connector {

  private static final Logger LOGGER = System.getLogger(Connector.class.getName());
  private static final long SHUTDOWN_WAIT_MAX_MILLIS = 2_000;

  private final RedisOptions options;
  private final Driver driver;
  private final StoreContext context;
  private final RedisErrors errors;
  private final String layoutKey;
  private final String layoutVersion;
  private final ClientResources resources;

  // The driver keeps the protocol version in its client, so that there is one for each.
  private final RedisClient resp3;
  private final RedisClient resp2;

  Connector(
      RedisOptions options,
      StoreContext context,
      RedisErrors errors,
      String layoutKey,
      String layoutVersion) {
    this.options = options;
    this.driver = new Driver(options, context.clientName());
    this.context = context;
    this.errors = errors;
    this.layoutKey = layoutKey;
    this.layoutVersion = layoutVersion;
    this.resources = driver.resources();
    this.resp3 = client(ProtocolVersion.RESP3);
    this.resp2 = client(ProtocolVersion.RESP2);
  }

  private RedisClient client(ProtocolVersion protocol) {
    RedisClient client = RedisClient.create(resources);
    client.setOptions(driver.clientOptions(protocol));
    return client;
  }

  /** Makes a link. It is usable when the stage completes. */
  CompletionStage<Link> connect(long epoch, Link.Listener listener) {
    CompletionStage<Link> made =
        options.protocol() == RedisOptions.Protocol.RESP2
            ? connectResp2(epoch, listener)
            : connectResp3(epoch, listener)
                .exceptionallyCompose(
                    failure ->
                        refusesHello(failure)
                            ? connectResp2(epoch, listener)
                            : CompletableFuture.failedFuture(failure));
    return made.thenCompose(this::verify);
  }

  // The driver's own type of future never completes a stage of a method that came after Java 8, so
  // that each is turned into the plain one at once.
  private CompletionStage<Link> connectResp3(long epoch, Link.Listener listener) {
    return resp3
        .connectPubSubAsync(TextCodec.INSTANCE, driver.uri())
        .toCompletableFuture()
        .thenApply(connection -> link(epoch, connection, connection, listener));
  }

  private CompletionStage<Link> connectResp2(long epoch, Link.Listener listener) {
    return resp2
        .connectPubSubAsync(TextCodec.INSTANCE, driver.uri())
        .toCompletableFuture()
        .thenCompose(messages -> addCommands(epoch, messages, listener));
  }

  private CompletionStage<Link> addCommands(
      long epoch, StatefulRedisPubSubConnection<String, String> messages, Link.Listener listener) {
    return resp2
        .connectAsync(TextCodec.INSTANCE, driver.uri())
        .toCompletableFuture()
        .thenApply(commands -> link(epoch, messages, commands, listener))
        .whenComplete(
            (link, failure) -> {
              if (failure != null) {
                CompletableFuture<?> unused = messages.closeAsync();
              }
            });
  }

  private Link link(
      long epoch,
      StatefulRedisPubSubConnection<String, String> messages,
      StatefulRedisConnection<String, String> commands,
      Link.Listener listener) {
    Link link = new Link(epoch, messages, commands, listener, context, options.timeout());
    link.start();
    return link;
  }

  private static boolean refusesHello(Throwable failure) {
    Optional<String> error = RedisErrors.serverError(failure);
    return error.isPresent()
        && (error.get().startsWith("NOPROTO")
            || error.get().startsWith("ERR unknown command")
            || (error.get().startsWith("NOPERM") && error.get().contains("hello")));
  }

  private CompletionStage<Link> verify(Link link) {
    return link.info()
        .thenCombine(
            link.get(layoutKey),
            (info, layout) -> {
              ServerFacts facts = ServerFacts.parse(info);
              check(facts, layout);
              link.verified(facts);
              return link;
            })
        .thenCompose(Connector::loadScripts)
        .whenComplete(
            (verified, failure) -> {
              if (failure != null) {
                link.fail(failure);
              }
            });
  }

  private void check(ServerFacts facts, @Nullable String layout) {
    if (!facts.isAtLeast(6, 2)) {
      throw errors.refused(
          "it is version " + facts.version() + "; Redis 6.2 or later is needed, or Valkey",
          "",
          null);
    }
    if (!facts.mode().equals("standalone")) {
      throw errors.refused(
          "it runs as a " + facts.mode() + ", which is not supported; name a single server",
          "",
          null);
    }
    if (layout != null && !layout.equals(layoutVersion)) {
      throw errors.otherLayout(layoutKey, layout, layoutVersion);
    }
    if (facts.replica()) {
      throw errors.unavailable("is a replica now, and locks are kept by primaries", "", null);
    }
    if (facts.mayEvict()) {
      LOGGER.log(
          Level.WARNING,
          "Redis at {0} has a memory limit of {1} bytes and the policy {2}: it may throw away locks"
              + " that are held. Set maxmemory-policy to noeviction, or use a server of its own.",
          options.hostAndPort(),
          Long.toString(facts.memoryMax()),
          facts.evictionPolicy());
    }
  }

  /** Without the right to load them, scripts are sent whole the first time that they are needed. */
  private static CompletionStage<Link> loadScripts(Link link) {
    List<CompletableFuture<String>> loads = new ArrayList<>();
    for (Script script : Script.ALL) {
      loads.add(link.load(script));
    }
    return CompletableFuture.allOf(loads.toArray(CompletableFuture<?>[]::new))
        .handle(
            (loaded, failure) -> {
              if (failure != null && link.down() != null) {
                throw new CompletionException(failure);
              }
              return link;
            });
  }

  /** Frees threads, sockets and timers. */
  CompletionStage<Void> close() {
    return CompletableFuture.allOf(shutdown(resp3), shutdown(resp2))
        .exceptionally(failure -> null)
        .thenCompose(closed -> shutdownResources());
  }

  private CompletableFuture<Void> shutdownResources() {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Future<?> unused =
        resources
            .shutdown(0, SHUTDOWN_WAIT_MAX_MILLIS, TimeUnit.MILLISECONDS)
            .addListener(
                end -> {
                  if (!end.isSuccess()) {
                    LOGGER.log(Level.DEBUG, "Shutting down failed", end.cause());
                  }
                  ended.complete(null);
                });
    return ended;
  }

  private static CompletableFuture<Void> shutdown(RedisClient client) {
    return client.shutdownAsync(0, SHUTDOWN_WAIT_MAX_MILLIS, TimeUnit.MILLISECONDS);
  }
}
