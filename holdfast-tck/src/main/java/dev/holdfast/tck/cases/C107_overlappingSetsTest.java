package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Threads that lock overlapping sets in any order never end up all waiting for each other. */
@ExtendWith(ContractExtension.class)
final class C107_overlappingSetsTest {

  private static final int CLIENTS = 3;
  private static final int THREADS = 4;
  private static final int ROUNDS = 50;

  private final Arena arena;
  private final Map<String, Thread> inside = new ConcurrentHashMap<>();

  C107_overlappingSetsTest(Arena arena) {
    this.arena = arena;
  }

  @Test
  void randomTriplesOfFive_areAllServed_andNeverHeldTwice() throws Exception {
    List<CompletableFuture<Boolean>> ends = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      LockClient client = arena.client();
      for (int j = 0; j < THREADS; j++) {
        Random random = new Random(10L * i + j);
        ends.add(arena.actor().starts(() -> play(client, random)));
      }
    }
    for (CompletableFuture<Boolean> end : ends) {
      end.get(60, TimeUnit.SECONDS);
    }
    LockClient last = arena.client();
    for (String name : names()) {
      assertThat(last.lock(name).tryLock()).isTrue();
      last.lock(name).unlock();
    }
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    List.of("a", "b", "c", "d", "e").forEach(part -> names.add(arena.name() + "-" + part));
    return names;
  }

  private void play(LockClient client, Random random) {
    for (int round = 0; round < ROUNDS; round++) {
      List<String> names = names();
      Collections.shuffle(names, random);
      List<String> three = names.subList(0, 3);
      DistributedLock lock = client.multiLock(three.stream().map(client::lock).toList());
      lock.lock();
      three.forEach(name -> assertThat(inside.put(name, Thread.currentThread())).isNull());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      three.forEach(inside::remove);
      lock.unlock();
    }
  }
}
