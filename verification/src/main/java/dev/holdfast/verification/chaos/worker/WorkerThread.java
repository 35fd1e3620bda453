package dev.holdfast.verification.chaos.worker;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.testing.history.HistoryEvent.Ending;
import dev.holdfast.testing.history.HistoryEvent.Outcome;
import dev.holdfast.testing.history.HistoryLog;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Asks for locks in all ways, works under them, and writes down everything. */
final class WorkerThread implements Runnable {

  private static final Duration DEAF_LEASE = Duration.ofMillis(30);
  private static final int DEAF_WORK_MILLIS = 60;

  private final Worker worker;
  private final LockClient client;
  private final HistoryLog log;
  private final WorkerStats stats;
  private final GuardedCounter counter;
  private final Interrupter interrupter;
  private final Random random;
  private final List<String> names;
  private final Plant plant;

  WorkerThread(Worker worker, GuardedCounter counter, long seed) {
    this.worker = worker;
    this.client = worker.client();
    this.log = worker.log();
    this.stats = worker.stats();
    this.interrupter = worker.interrupter();
    this.counter = counter;
    this.random = new Random(seed);
    this.names = WorkerOptions.lockNames(worker.options().names());
    this.plant = worker.options().plant();
  }

  @Override
  public void run() {
    while (!worker.ending()) {
      String name = names.get(random.nextInt(names.size()));
      boolean interrupted = random.nextInt(6) == 0;
      @Nullable ScheduledFuture<?> interrupt =
          interrupted ? interrupter.interruptAfter(random.nextInt(50_000)) : null;
      try {
        request(name);
      } finally {
        if (interrupt != null) {
          Interrupter.end(interrupt);
        }
      }
      pause(random.nextInt(3_000));
    }
  }

  private void request(String name) {
    stats.requests.incrementAndGet();
    long request = log.request(name);
    Optional<Held> held;
    try {
      held = ask(name);
    } catch (InterruptedException e) {
      log.outcome(name, request, Outcome.INTERRUPTED);
      return;
    } catch (CancellationException e) {
      log.outcome(name, request, Outcome.CANCELLED);
      return;
    } catch (LockNotAcquiredException e) {
      log.outcome(name, request, Outcome.NOT_IN_TIME);
      return;
    } catch (StoreUnavailableException e) {
      log.outcome(name, request, Outcome.UNREACHABLE);
      pause(20_000);
      return;
    } catch (RuntimeException | Error e) {
      log.outcome(name, request, Outcome.FAILED);
      worker.problem("A request failed", e);
      return;
    }
    if (held.isEmpty()) {
      log.outcome(name, request, Outcome.NOT_IN_TIME);
      return;
    }
    log.granted(name, request, held.get().token());
    stats.got(held.get());
    hold(name, request, held.get());
  }

  private Optional<Held> ask(String name) throws InterruptedException {
    DistributedLock lock = client.lock(name);
    if (plant == Plant.DEAF || plant == Plant.FORGED_TOKEN) {
      return lock.leaseTime(DEAF_LEASE).tryAcquire(Duration.ofSeconds(1)).map(Held::byHandle);
    }
    if (random.nextInt(4) == 0) {
      lock = lock.fair();
    }
    return Way.pick(random).ask(lock, random);
  }

  // ---- the work ----------------------------------------------------------------------------

  private void hold(String name, long request, Held held) {
    BooleanSupplier isHeld =
        plant == Plant.DEAF || plant == Plant.FORGED_TOKEN ? () -> true : held.isHeld();
    boolean valid = true;
    for (int i = random.nextInt(3); valid && i >= 0; i--) {
      valid = log.isHeld(name, request, held.token(), isHeld);
      if (valid && held.tokenKnown()) {
        count(name, held.token());
      }
    }
    if (valid && random.nextInt(200) == 0) {
      pause(random.nextInt(300_000));
      valid = log.isHeld(name, request, held.token(), isHeld);
    }
    release(name, request, held);
  }

  /** Adds one to the guarded counter, in two steps as a careless program does. */
  private void count(String name, long token) {
    long value = counter.read(name, shown(token));
    if (value < 0) {
      stats.stale.incrementAndGet();
      return;
    }
    int micros =
        plant == Plant.DEAF || plant == Plant.FORGED_TOKEN
            ? DEAF_WORK_MILLIS * 1_000
            : random.nextInt(500);
    pause(micros);
    if (counter.write(name, shown(token), value + 1)) {
      stats.accepted.incrementAndGet();
    } else {
      stats.stale.incrementAndGet();
    }
  }

  private long shown(long token) {
    return plant == Plant.FORGED_TOKEN ? System.nanoTime() : token;
  }

  private void release(String name, long request, Held held) {
    long releaseNanos = log.now();
    Ending ending = Ending.RELEASED;
    try {
      held.release().run();
    } catch (LockLostException e) {
      ending = plant == Plant.DEAF ? Ending.RELEASED : Ending.LOST;
    } catch (ReleaseUnknownException e) {
      ending = Ending.UNKNOWN;
    } catch (RuntimeException | Error e) {
      ending = Ending.UNKNOWN;
      worker.problem("A release failed", e);
    }
    log.leave(name, request, held.token(), releaseNanos, ending);
    if (held.lossesTold().get() > 1) {
      worker.problem("The loss of one lease was told more than once", null);
    }
  }

  /** An interrupt ends it early, and stays pending for the call that follows. */
  private static void pause(long micros) {
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
  }
}
