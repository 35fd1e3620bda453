package dev.holdfast.redis.connection;

import dev.holdfast.spi.Scheduler;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The primaries of a Cluster, as its servers name them.
 *
 * <p>Any server can tell, the replicas too, but each only what it has heard. So nothing is kept: it
 * is asked anew for each attempt to connect, and the one that answers a command says itself when it
 * does not keep the slot. What it says then comes first, once.
 */
final class ClusterPrimaries implements Primaries {

  private final Questions questions;
  private final Driver driver;
  private final RedisErrors errors;
  private final Scheduler scheduler;
  private final List<Endpoint> named;
  private final Map<Integer, Integer> slots = new ConcurrentHashMap<>();

  /** Where shards are by the word of who kept them before. */
  private final Map<Integer, Endpoint> hints = new ConcurrentHashMap<>();

  /** The inquiry that is under way, so that all shards share it. */
  private final AtomicReference<@Nullable CompletableFuture<SlotMap>> inquiry =
      new AtomicReference<>();

  private volatile Set<Endpoint> known = Set.of();

  ClusterPrimaries(
      Questions questions,
      Driver driver,
      RedisErrors errors,
      Scheduler scheduler,
      List<Endpoint> named) {
    this.questions = questions;
    this.driver = driver;
    this.errors = errors;
    this.scheduler = scheduler;
    this.named = named;
  }

  @Override
  public void add(int shard, int slot) {
    slots.put(shard, slot);
  }

  @Override
  public CompletionStage<Endpoint> find(int shard) {
    Endpoint hint = hints.remove(shard);
    return hint == null ? findAgain(shard) : CompletableFuture.completedFuture(hint);
  }

  @Override
  public CompletionStage<Endpoint> findAgain(int shard) {
    int slot = slots.getOrDefault(shard, 0);
    return map()
        .thenApply(
            map ->
                map.primary(slot)
                    .orElseThrow(
                        () ->
                            errors.unavailable(
                                "has no server for slot " + slot + " of shard " + shard,
                                "",
                                null)));
  }

  @Override
  public void moved(int shard, Endpoint server) {
    hints.put(shard, server);
  }

  @Override
  public boolean canMove() {
    return true;
  }

  private CompletableFuture<SlotMap> map() {
    CompletableFuture<SlotMap> fresh = new CompletableFuture<>();
    CompletableFuture<SlotMap> present =
        inquiry.updateAndGet(before -> before != null && !before.isDone() ? before : fresh);
    if (present == fresh) {
      new SlotInquiry(candidates(), this::ask, scheduler)
          .begin()
          .whenComplete(
              (map, failure) -> {
                if (failure != null) {
                  fresh.completeExceptionally(failure);
                } else {
                  known = map.servers();
                  fresh.complete(map);
                }
              });
      return fresh;
    }
    return present;
  }

  /** In no order, so that no server is asked more than others, nor first again if it is wrong. */
  private List<Endpoint> candidates() {
    Set<Endpoint> all = new LinkedHashSet<>(known);
    all.addAll(named);
    List<Endpoint> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled);
    return shuffled;
  }

  private CompletionStage<SlotMap> ask(Endpoint server) {
    return questions.ask(driver.uri(server), commands -> slots(commands, server));
  }

  private static CompletionStage<SlotMap> slots(
      RedisAsyncCommands<String, String> commands, Endpoint server) {
    // The driver's own type of future never completes a stage of a method that came after Java 8.
    return commands
        .clusterSlots()
        .toCompletableFuture()
        .thenApply(answer -> SlotMap.parse(answer, server));
  }

  @Override
  public CompletionStage<Void> close() {
    return CompletableFuture.completedFuture(null);
  }
}
