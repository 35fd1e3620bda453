package dev.holdfast.redis.connection;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Tells where the primary of a shard is. */
interface Primaries {

  /** A shard is to be found by its slot. Called before anything is asked. */
  default void add(int shard, int slot) {}

  /** Asks anew, for one attempt to connect. */
  CompletionStage<Endpoint> find(int shard);

  /** Asks anew while an attempt lasts. */
  default CompletionStage<Endpoint> findAgain(int shard) {
    return find(shard);
  }

  /** Whether it can ever be another one. */
  boolean canMove();

  /** The former primary has named another one. */
  default void moved(int shard, Endpoint server) {}

  /** Asks nobody any more; completes when all is freed. */
  CompletionStage<Void> close();

  /** A single server, which is always the same. */
  static Primaries of(Endpoint server) {
    return each(List.of(server));
  }

  /** A server for each shard, which is always the same. */
  static Primaries each(List<Endpoint> servers) {
    return new Primaries() {
      @Override
      public CompletionStage<Endpoint> find(int shard) {
        return CompletableFuture.completedFuture(servers.get(shard));
      }

      @Override
      public boolean canMove() {
        return false;
      }

      @Override
      public CompletionStage<Void> close() {
        return CompletableFuture.completedFuture(null);
      }
    };
  }
}
