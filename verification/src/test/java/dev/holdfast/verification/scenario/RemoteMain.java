package dev.holdfast.verification.scenario;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockKind;
import dev.holdfast.LockListener;
import dev.holdfast.LossReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client in a process of its own, told by lines what to do: {@code THREAD VERB LOCK ARGUMENTS}.
 * Each thread does its lines one after the other, and answers each with a line {@code THREAD VERB
 * RESULT} or {@code THREAD VERB failed EXCEPTION MESSAGE}. A result with a time ends with the
 * monotonic clock. A lock whose name ends with {@code !fair} is asked for in strict order.
 */
public final class RemoteMain {

  private static final String FAIR = "!fair";

  private final LockClient client;
  private final Map<String, ExecutorService> threads = new ConcurrentHashMap<>();
  private final Map<String, Lease> leases = new ConcurrentHashMap<>();
  private final RemoteSharing sharing;
  private final AtomicInteger lossesTold = new AtomicInteger();
  private final AtomicInteger lossesListened = new AtomicInteger();

  private RemoteMain(String uri, Duration ttl, String name) {
    this.client =
        LockClient.builder(uri)
            .sessionTtl(ttl)
            .clientName(name)
            .listener(
                new LockListener() {
                  @Override
                  public void onLost(
                      LockKind kind,
                      String lock,
                      long fencingToken,
                      Duration held,
                      LossReason reason) {
                    lossesTold.incrementAndGet();
                  }
                })
            .connect();
    this.sharing = new RemoteSharing(client);
  }

  public static void main(String[] arguments) throws IOException {
    RemoteMain main =
        new RemoteMain(arguments[0], Duration.ofMillis(Long.parseLong(arguments[1])), arguments[2]);
    System.out.println("ready");
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      @Nullable String line = in.readLine();
      while (line != null) {
        main.dispatch(List.of(line.split(" ", -1)));
        line = in.readLine();
      }
    }
    System.exit(0);
  }

  private void dispatch(List<String> words) {
    String thread = words.get(0);
    threads
        .computeIfAbsent(
            thread,
            name ->
                Executors.newSingleThreadExecutor(
                    task -> {
                      Thread made = new Thread(task, name);
                      made.setDaemon(true);
                      return made;
                    }))
        .execute(() -> answer(thread, words.subList(1, words.size())));
  }

  private void answer(String thread, List<String> words) {
    String result;
    try {
      result = run(words.get(0), words.subList(1, words.size()));
    } catch (InterruptedException | RuntimeException | Error e) {
      result = "failed " + e.getClass().getSimpleName() + " " + e.getMessage();
    }
    System.out.println(thread + " " + words.get(0) + " " + result);
  }

  private String run(String verb, List<String> words) throws InterruptedException {
    return switch (verb) {
      case "lock" -> {
        lock(words).lock();
        yield now();
      }
      case "unlock" -> {
        lock(words).unlock();
        yield now();
      }
      case "tryLock" -> lock(words).tryLock(millis(words, 1)) + " " + now();
      case "tryLockLease" -> lock(words).tryLock(millis(words, 1), millis(words, 2)) + " " + now();
      case "acquire" -> {
        Lease lease = lock(words).acquire(millis(words, 1));
        lease.onLost(lossesListened::incrementAndGet);
        leases.put(words.get(0), lease);
        yield lease.fencingToken() + " " + now();
      }
      case "close" -> {
        lease(words).close();
        yield now();
      }
      case "isHeld" ->
          Optional.ofNullable(leases.get(words.get(0)))
                  .map(Lease::isHeld)
                  .orElseGet(() -> lock(words).isHeldByCurrentThread())
              + " "
              + now();
      case "losses" -> lossesTold.get() + " " + lossesListened.get();
      case "serve" -> {
        // Takes the lock, holds it for a while and gives it back.
        DistributedLock lock = lock(words);
        lock.lock();
        try {
          String since = now();
          LockSupport.parkNanos(millis(words, 1).toNanos());
          yield since;
        } finally {
          lock.unlock();
        }
      }
      case "abandon" -> {
        // A thread takes the lock and ends.
        Thread careless = new Thread(() -> lock(words).lock(), "careless");
        careless.start();
        careless.join();
        yield now();
      }
      case "countDown" -> {
        client.countDownLatch(words.get(0)).countDown();
        yield now();
      }
      case "latchAwait" ->
          client.countDownLatch(words.get(0)).await(millis(words, 1)) + " " + now();
      case "closeClient" -> {
        client.close();
        yield now();
      }
      case "exit" -> {
        System.exit(Integer.parseInt(words.get(0)));
        yield "";
      }
      default -> sharing.run(verb, words);
    };
  }

  private DistributedLock lock(List<String> words) {
    String name = words.get(0);
    return name.endsWith(FAIR)
        ? client.fairLock(name.substring(0, name.length() - FAIR.length()))
        : client.lock(name);
  }

  private Lease lease(List<String> words) {
    Lease lease = leases.get(words.get(0));
    if (lease == null) {
      throw new IllegalArgumentException("No lease of " + words.get(0));
    }
    return lease;
  }

  private static Duration millis(List<String> words, int index) {
    return Duration.ofMillis(Long.parseLong(words.get(index)));
  }

  private static String now() {
    return Long.toString(System.nanoTime());
  }
}
