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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Makes wires: connects, says who we are, and looks whether the server can hold locks. */
final class Connector {

  private static final Logger LOGGER = System.getLogger(Connector.class.getName());
  private static final long SHUTDOWN_WAIT_MAX_MILLIS = 2_000;

  private final RedisOptions options;
  private final Driver driver;
  private final StoreContext context;
  private final ServerCheck check;
  private final ClientResources resources;

  // The driver keeps the protocol version in its client, so that there is one for each.
  private final RedisClient resp3;
  private final RedisClient resp2;

  Connector(RedisOptions options, StoreContext context, RedisErrors errors) {
    this.options = options;
    this.driver = new Driver(options, context.clientName());
    this.context = context;
    this.check = new ServerCheck(options, errors);
    this.resources = driver.resources();
    this.resp3 = client(ProtocolVersion.RESP3);
    this.resp2 = client(ProtocolVersion.RESP2);
  }

  private RedisClient client(ProtocolVersion protocol) {
    RedisClient client = RedisClient.create(resources);
    client.setOptions(driver.clientOptions(protocol));
    return client;
  }

  /** Makes a wire. It is usable when the stage completes. */
  CompletionStage<Wire> connect(Endpoint server) {
    CompletionStage<Wire> made =
        options.protocol() == RedisOptions.Protocol.RESP2
            ? connectResp2(server)
            : connectResp3(server)
                .exceptionallyCompose(
                    failure ->
                        refusesHello(failure)
                            ? connectResp2(server)
                            : CompletableFuture.failedFuture(failure));
    return made.thenCompose(this::verify);
  }

  // The driver's own type of future never completes a stage of a method that came after Java 8, so
  // that each is turned into the plain one at once.
  private CompletionStage<Wire> connectResp3(Endpoint server) {
    return resp3
        .connectPubSubAsync(TextCodec.INSTANCE, driver.uri(server))
        .toCompletableFuture()
        .thenApply(connection -> wire(server, connection, connection));
  }

  private CompletionStage<Wire> connectResp2(Endpoint server) {
    return resp2
        .connectPubSubAsync(TextCodec.INSTANCE, driver.uri(server))
        .toCompletableFuture()
        .thenCompose(messages -> addCommands(server, messages));
  }

  private CompletionStage<Wire> addCommands(
      Endpoint server, StatefulRedisPubSubConnection<String, String> messages) {
    return resp2
        .connectAsync(TextCodec.INSTANCE, driver.uri(server))
        .toCompletableFuture()
        .thenApply(commands -> wire(server, messages, commands))
        .whenComplete(
            (wire, failure) -> {
              if (failure != null) {
                CompletableFuture<?> unused = messages.closeAsync();
              }
            });
  }

  private Wire wire(
      Endpoint server,
      StatefulRedisPubSubConnection<String, String> messages,
      StatefulRedisConnection<String, String> commands) {
    Wire wire = new Wire(server, messages, commands, context, options.timeout());
    if (options.minReplicas() > 0) {
      wire.confirmedBy(new Replicas(options, context.time(), () -> waitLine(wire)));
    }
    wire.start();
    return wire;
  }

  /** A connection to the process that a wire leads to, for the waiting alone. */
  private CompletionStage<WaitLine> waitLine(Wire wire) {
    Duration silenceMax = options.timeout().plus(options.minReplicasTimeout());
    return resp2
        .connectAsync(TextCodec.INSTANCE, driver.uri(wire.server()))
        .toCompletableFuture()
        .thenCompose(
            connection -> {
              WaitLine line =
                  new WaitLine(connection, context, silenceMax, wire.isSharded(), wire::fail);
              return line.verify(wire.process())
                  .whenComplete(
                      (verified, failure) -> {
                        if (failure != null) {
                          line.fail(failure);
                        }
                      });
            });
  }

  private static boolean refusesHello(Throwable failure) {
    Optional<String> error = RedisErrors.serverError(failure);
    return error.isPresent()
        && (error.get().startsWith("NOPROTO")
            || error.get().startsWith("ERR unknown command")
            || (error.get().startsWith("NOPERM") && error.get().contains("hello")));
  }

  /**
   * Looks at the server, and makes it know the scripts. Without the right to load them, they are
   * sent whole the first time that they are needed.
   */
  private CompletionStage<Wire> verify(Wire wire) {
    return wire.info()
        .thenApply(
            info -> {
              ServerFacts facts = ServerFacts.parse(info);
              check.at(wire.server()).check(facts, wire.isShared());
              wire.verified(facts, context.time().nanos());
              return wire;
            })
        .thenCompose(this::loadScripts)
        .whenComplete(
            (verified, failure) -> {
              if (failure != null) {
                wire.fail(failure);
              }
            });
  }

  private CompletionStage<Wire> loadScripts(Wire wire) {
    List<CompletableFuture<String>> loads = new ArrayList<>();
    boolean plain = options.topology() == RedisOptions.Topology.INDEPENDENT;
    for (Script script : plain ? Script.PLAIN : Script.OWN) {
      loads.add(wire.load(script.form(wire.isSharded())));
    }
    return CompletableFuture.allOf(loads.toArray(CompletableFuture<?>[]::new))
        .handle(
            (loaded, failure) -> {
              if (failure != null && wire.down() != null) {
                throw new CompletionException(failure);
              }
              return wire;
            });
  }

  /** What makes connections that are not wires. */
  RedisClient plainClient() {
    return resp2;
  }

  Driver driver() {
    return driver;
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
