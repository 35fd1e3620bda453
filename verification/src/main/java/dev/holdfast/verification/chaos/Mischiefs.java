package dev.holdfast.verification.chaos;

import dev.holdfast.testing.proxy.After;
import dev.holdfast.testing.proxy.Direction;
import dev.holdfast.testing.proxy.Match;
import dev.holdfast.testing.proxy.TcpProxy;
import dev.holdfast.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Does what was drawn, and undoes it when its time is over. For one thread, which calls {@link
 * #tick} again and again.
 */
final class Mischiefs {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int NEARBY_MESSAGES = 20;

  /** Something that ends by itself. The post is busy until then. */
  private record Passing(long endNanos, Post post, Runnable undo) {}

  private final List<Post> posts;
  private final RedisServer server;
  private final Random random;
  private final int ttlMillis;
  private final Deque<Passing> passing = new ArrayDeque<>();
  private final Set<String> killed = new HashSet<>();
  private final Map<Mischief, Integer> done = new EnumMap<>(Mischief.class);

  Mischiefs(List<Post> posts, RedisServer server, Duration ttl, long seed) {
    this.posts = posts;
    this.server = server;
    this.random = new Random(seed);
    this.ttlMillis = (int) ttl.toMillis();
  }

  /** Names of the processes that were killed. */
  Set<String> killed() {
    return killed;
  }

  /** What was done, and how often. */
  Map<Mischief, Integer> done() {
    return done;
  }

  /** Undoes what is over. */
  void tick() {
    end(passing.iterator(), System.nanoTime());
  }

  /** Undoes everything. */
  void endAll() {
    end(passing.iterator(), Long.MAX_VALUE);
    posts.forEach(post -> post.proxy().restore());
  }

  private static void end(Iterator<Passing> all, long nowNanos) {
    while (all.hasNext()) {
      Passing one = all.next();
      if (one.endNanos() <= nowNanos) {
        one.undo().run();
        all.remove();
      }
    }
  }

  /** Draws what to do to whom, and does it, unless somebody else is at it already. */
  void next() {
    Mischief mischief = Mischief.pick(random);
    Post post = posts.get(random.nextInt(posts.size()));
    int upToTtl = 1 + random.nextInt(ttlMillis);
    boolean busy = passing.stream().anyMatch(one -> one.post() == post);
    if (busy && mischief != Mischief.KILL && mischief != Mischief.SERVER_PAUSE) {
      return;
    }
    done.merge(mischief, 1, Integer::sum);
    TcpProxy proxy = post.proxy();
    switch (mischief) {
      case KILL -> killed.add(post.replace());
      case LONG_PAUSE -> {
        post.pause();
        lasting(post, ttlMillis + upToTtl, post::resume);
      }
      case SHORT_PAUSE -> {
        post.pause();
        lasting(post, upToTtl / 2, post::resume);
      }
      case CUT -> proxy.cut();
      case RESET -> proxy.reset();
      case HALF_CUT -> {
        proxy.cutClientSide();
        lasting(post, upToTtl, proxy::cut);
      }
      case BLACK_HOLE -> {
        proxy.blackHole();
        lasting(post, 2 * upToTtl, proxy::heal);
      }
      case DEAF_CLIENT -> {
        proxy.blackHole(Direction.TO_CLIENT);
        lasting(post, 2 * upToTtl, proxy::heal);
      }
      case DELAY -> {
        for (Direction direction : Direction.values()) {
          proxy.delay(direction, Duration.ofMillis(random.nextInt(100)));
        }
        lasting(post, 2 * upToTtl, proxy::restore);
      }
      case LATE_PUSHES -> {
        proxy.delayPushes(Duration.ofMillis(random.nextInt(300)));
        lasting(post, 2 * upToTtl, proxy::restore);
      }
      case REFUSE -> {
        proxy.refuse();
        proxy.cut();
        lasting(post, upToTtl, proxy::restore);
      }
      default -> ofMessagesOrServer(mischief, post, upToTtl);
    }
  }

  private void ofMessagesOrServer(Mischief mischief, Post post, int upToTtl) {
    TcpProxy proxy = post.proxy();
    Match nearby = Match.command("EVALSHA").nth(1 + random.nextInt(NEARBY_MESSAGES));
    switch (mischief) {
      case DROP_REQUEST -> proxy.dropRequest(nearby, After.CUT);
      case DROP_REPLY -> proxy.dropReply(nearby, After.CUT);
      case SILENCE -> proxy.dropReply(nearby, After.SILENCE);
      case DROP_PUSH -> {
        proxy.dropPush(1 + random.nextInt(3));
        lasting(post, upToTtl / 2, proxy::cut);
      }
      case SERVER_PAUSE -> {
        server.pause();
        lasting(post, upToTtl / 2, server::resume);
      }
      case SERVER_RESTART -> {
        // A paused server can't be told to shut down.
        server.resume();
        server.restartWithData();
      }
      default -> throw new IllegalStateException("Nothing is known of " + mischief);
    }
  }

  private void lasting(Post post, int millis, Runnable undo) {
    passing.add(new Passing(System.nanoTime() + millis * NANOS_PER_MILLI, post, undo));
  }

  /** What was done, for people. */
  List<String> summary() {
    List<String> words = new ArrayList<>();
    done.forEach(
        (mischief, count) ->
            words.add(mischief.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + count));
    return words;
  }
}
