package dev.holdfast.redis.redlock;

import dev.holdfast.HoldfastException;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.LinkKeeper;
import dev.holdfast.redis.script.FreePlain;
import dev.holdfast.spi.DurationText;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One of the servers: its link, its vote, and what is to be freed there once it is back.
 *
 * <p>A server that was restarted may have forgotten what it granted. It has no vote until it has
 * run for longer than any lock can last.
 */
final class Node implements LinkKeeper.Listener {

  /** Two roundings of a second: when it started, and when it was asked. */
  private static final Duration ROUNDING = Duration.ofSeconds(1);

  /** What can't be freed expires by itself; this bounds memory while a server is away for long. */
  private static final int DEBTS_MAX = 10_000;

  /** A server process, and the latest moment at which it can have started. */
  private record Life(String process, String run, long startedNanos) {}

  private final int index;
  private final String name;
  private final RedlockParts parts;
  private final Set<String> channels = ConcurrentHashMap.newKeySet();

  /** The values that may still be set on this node, each with its key. */
  private final Map<String, String> debts = new ConcurrentHashMap<>();

  // Written once before anything is connected.
  private volatile @Nullable LinkKeeper keeper;
  // Written by onUp, which the keeper calls for one link after the other.
  private volatile @Nullable Life life;
  private volatile long answeredNanos;
  private volatile boolean twin;

  Node(int index, String name, RedlockParts parts) {
    this.index = index;
    this.name = name;
    this.parts = parts;
  }

  void keptBy(LinkKeeper links) {
    keeper = links;
  }

  int index() {
    return index;
  }

  String name() {
    return name;
  }

  private LinkKeeper keeper() {
    LinkKeeper links = keeper;
    if (links == null) {
      throw new IllegalStateException("Node " + name + " was not added to the network");
    }
    return links;
  }

  CompletionStage<Void> connect() {
    return keeper().connect();
  }

  /**
   * The present link.
   *
   * @throws HoldfastException if there is none, with the reason
   */
  Link link() {
    return keeper().link();
  }

  /** The node has answered. */
  void answered() {
    answeredNanos = parts.now();
  }

  /** Tells the server process from others; empty before the first connection. */
  String run() {
    Life now = life;
    return now == null ? "" : now.run();
  }

  /** It is the same server as another node, under another name. */
  void setTwin(boolean same) {
    twin = same;
  }

  /** Whether what it says over a link counts. */
  boolean votes(Link link) {
    return silencedFor(link) <= 0;
  }

  /** Why its answer does not count. */
  String voteless(Link link) {
    if (twin) {
      return name + " is the same server as another node, and has no vote";
    }
    return "%s was restarted less than longestTtl=%s ago and may have forgotten locks; it has no vote for %s more"
        .formatted(
            name,
            DurationText.of(parts.options().longestTtl()),
            DurationText.of(Duration.ofNanos(silencedFor(link))));
  }

  private long silencedFor(Link link) {
    Life now = life;
    if (twin || now == null || !now.process().equals(link.process())) {
      return Long.MAX_VALUE;
    }
    if (parts.options().longestTtl().isZero()) {
      return 0;
    }
    Duration needed = parts.options().longestTtl().plus(ROUNDING);
    return needed.toNanos() - (parts.now() - now.startedNanos());
  }

  @Override
  public void onUp(Link link) {
    Life before = life;
    long started = link.startedNanos();
    if (before != null) {
      // The server's clock may have been stepped meanwhile; what we have seen ourselves has not.
      boolean same = before.process().equals(link.process());
      long known = same ? before.startedNanos() : answeredNanos;
      started = same == known - started < 0 ? known : started;
    }
    life = new Life(link.process(), link.run(), started);
    answered();
    parts.onUp(this);
    for (String channel : channels) {
      CompletionStage<Void> unused = link.subscribe(channel);
    }
    payDebts(link);
  }

  @Override
  public void onDown(Link link) {
    // The next link pays what this one could not.
  }

  @Override
  public void onMessage(String channel, String message) {
    parts.freed(channel, index);
  }

  /** Listens to a channel from the completion on, and over every later link. */
  CompletionStage<Void> listen(String channel) {
    channels.add(channel);
    try {
      return link().subscribe(channel);
    } catch (HoldfastException none) {
      return CompletableFuture.failedFuture(none);
    }
  }

  void listenNoMore(String channel) {
    channels.remove(channel);
    try {
      link().unsubscribe(channel);
    } catch (HoldfastException none) {
      // Nothing is heard anyway.
    }
  }

  /** Frees a lock here if the value holds it; later, if the node is away. */
  CompletionStage<FreePlain.Answer> free(String key, String value) {
    Link link;
    try {
      link = link();
    } catch (HoldfastException none) {
      owe(key, value, null);
      return CompletableFuture.failedFuture(none);
    }
    return free(link, key, value);
  }

  private CompletionStage<FreePlain.Answer> free(Link link, String key, String value) {
    return FreePlain.call(link, key, value)
        .whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                owe(key, value, link);
              } else {
                answered();
                debts.remove(value);
              }
            });
  }

  private void owe(String key, String value, @Nullable Link failed) {
    if (debts.size() >= DEBTS_MAX) {
      return;
    }
    debts.put(value, key);
    try {
      Link now = link();
      if (now != failed && debts.remove(value) != null) {
        CompletionStage<FreePlain.Answer> unused = free(now, key, value);
      }
    } catch (HoldfastException none) {
      // The next link pays it.
    }
  }

  private void payDebts(Link link) {
    Map.copyOf(debts)
        .forEach(
            (value, key) -> {
              if (debts.remove(value, key)) {
                CompletionStage<FreePlain.Answer> unused = free(link, key, value);
              }
            });
  }

  @Override
  public String toString() {
    return name;
  }
}
