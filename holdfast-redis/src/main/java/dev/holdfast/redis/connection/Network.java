package dev.holdfast.redis.connection;

import dev.holdfast.spi.StoreContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** All connections of a store: a wire for each server that it uses, a link for each shard. */
public final class Network {

  private final RedisOptions options;
  private final StoreContext context;
  private final RedisErrors errors;
  private final Connector connector;
  private final Wires wires;
  private final Primaries primaries;
  private final List<LinkKeeper> keepers = new CopyOnWriteArrayList<>();

  /** Sets up the driver. Does not connect. */
  public Network(RedisOptions options, StoreContext context, RedisErrors errors) {
    this.options = options;
    this.context = context;
    this.errors = errors;
    this.connector = new Connector(options, context, errors);
    this.wires = new Wires(connector);
    this.primaries =
        switch (options.topology()) {
          case SENTINEL -> sentinels();
          case CLUSTER ->
              new ClusterPrimaries(
                  questions(), connector.driver(), errors, context.scheduler(), options.servers());
          case SINGLE -> Primaries.of(options.servers().get(0));
          case INDEPENDENT -> Primaries.each(options.servers());
        };
  }

  private Questions questions() {
    return new Questions(connector.plainClient(), context.scheduler(), options.timeout());
  }

  private Primaries sentinels() {
    Driver driver = connector.driver();
    return new SentinelPrimaries(
        new Sentinels(questions(), driver, errors, options),
        connector.plainClient(),
        driver,
        options,
        context.scheduler(),
        primary -> keepers.forEach(keeper -> keeper.primaryIs(primary)));
  }

  /**
   * Adds a shard, before anything is connected.
   *
   * @param slot the slot of its keys in a Cluster
   * @param layoutKey the key that has the version of what is stored
   * @param layoutVersion the version that is known here
   */
  public LinkKeeper add(
      int shard, int slot, String layoutKey, String layoutVersion, LinkKeeper.Listener listener) {
    primaries.add(shard, slot);
    Link.Redirects redirects = new ShardRedirects(shard);
    LinkKeeper keeper =
        new LinkKeeper(
            (epoch, events) ->
                new Attempt(primaries, shard, context.scheduler())
                    .begin(
                        server ->
                            wires
                                .link(server, epoch, events, redirects)
                                .thenCompose(link -> verify(link, layoutKey, layoutVersion))),
            context,
            options.topology() == RedisOptions.Topology.INDEPENDENT
                ? errors.at(options.servers().get(shard))
                : errors,
            options.connectTimeout(),
            listener);
    keepers.add(keeper);
    return keeper;
  }

  private CompletionStage<Link> verify(Link link, String layoutKey, String layoutVersion) {
    return link.begin(layoutKey)
        .thenApply(
            (@Nullable String layout) -> {
              if (layout != null && !layout.equals(layoutVersion)) {
                throw errors.otherLayout(layoutKey, layout, layoutVersion);
              }
              return link;
            })
        .whenComplete(
            (verified, failure) -> {
              if (failure != null) {
                link.fail(failure);
              }
            });
  }

  /** Where links of a shard are sent to. */
  private final class ShardRedirects implements Link.Redirects {

    private final int shard;

    private ShardRedirects(int shard) {
      this.shard = shard;
    }

    @Override
    public void moved(Endpoint server) {
      primaries.moved(shard, server);
    }

    @Override
    public CompletionStage<Wire> join(Endpoint server, Link link) {
      return wires.join(server, link);
    }
  }

  /**
   * Ends everything.
   *
   * @return completes when all is freed
   */
  public CompletionStage<Void> close() {
    keepers.forEach(LinkKeeper::close);
    return CompletableFuture.allOf(
            primaries.close().toCompletableFuture(), wires.close().toCompletableFuture())
        .thenCompose(closed -> connector.close());
  }
}
