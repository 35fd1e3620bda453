package dev.holdfast.engine;

import dev.holdfast.DistributedCountDownLatch;
import dev.holdfast.HoldfastException;
import dev.holdfast.engine.latch.LatchCommand;
import dev.holdfast.engine.latch.LatchCommand.Outcome;
import dev.holdfast.engine.latch.LatchDeed;
import dev.holdfast.engine.latch.LatchFailures;
import dev.holdfast.engine.latch.Latches;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.ResourceId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One view of a latch: turns the API's calls into commands and awaiters. */
final class EngineLatch implements DistributedCountDownLatch {

  private static final Duration CONFIRMATION_MAX = Duration.ofSeconds(30);

  private final HoldfastClient client;
  private final EngineContext context;
  private final Latches latches;
  private final ResourceId resource;

  /** The round that was begun through this object and has not been awaited to its end; or 0. */
  private final AtomicLong own = new AtomicLong();

  EngineLatch(HoldfastClient client, Latches latches, ResourceId resource) {
    this.client = client;
    this.context = client.context();
    this.latches = latches;
    this.resource = resource;
  }

  @Override
  public String name() {
    return resource.name();
  }

  // ---- commands ----------------------------------------------------------------------------

  @Override
  public boolean trySetCount(long count) {
    if (count < 0 || count > COUNT_MAX) {
      throw new IllegalArgumentException(
          "The count of a latch must be from 0 to " + COUNT_MAX + ": " + count);
    }
    Outcome outcome = doOrGiveUp(new LatchDeed.SetCount(count));
    if (outcome.done()) {
      own.set(outcome.state().round());
    }
    return outcome.done();
  }

  @Override
  public boolean delete() {
    boolean wasOpen = doOrGiveUp(new LatchDeed.Delete()).done();
    own.set(0);
    return wasOpen;
  }

  @Override
  public long getCount() {
    return doOrGiveUp(new LatchDeed.Look()).state().count();
  }

  private Outcome doOrGiveUp(LatchDeed deed) {
    LatchCommand command = begin(deed);
    if (!confirmed(command)) {
      command.abandon();
    }
    try {
      return command.outcome().join();
    } catch (RuntimeException failure) {
      throw forCaller(failure);
    }
  }

  @Override
  public void countDown() {
    if (!confirmed(begin(new LatchDeed.CountDown()))) {
      throw Failures.forCaller(LatchFailures.unknown(resource, client.store(), null), resource);
    }
  }

  private LatchCommand begin(LatchDeed deed) {
    latches.checkOpen(resource);
    return latches.begin(resource, deed);
  }

  private boolean confirmed(LatchCommand command) {
    try {
      return Blocking.await(command.outcome(), CONFIRMATION_MAX.toNanos(), context.time());
    } catch (RuntimeException failure) {
      throw forCaller(failure);
    }
  }

  @Override
  public CompletableFuture<Void> countDownAsync() {
    CompletableFuture<Void> result = new CompletableFuture<>();
    var unused =
        begin(new LatchDeed.CountDown())
            .outcome()
            .whenComplete(
                (outcome, failure) ->
                    context
                        .callbacks()
                        .run(
                            () -> {
                              if (failure == null) {
                                result.complete(null);
                              } else {
                                result.completeExceptionally(forCaller(failure));
                              }
                            }));
    return result;
  }

  // ---- awaiting ----------------------------------------------------------------------------

  @Override
  public void await() throws InterruptedException {
    var unused = await(Waits.MAX.toNanos());
  }

  @Override
  public boolean await(Duration wait) throws InterruptedException {
    return await(Waits.checkedNanos(wait));
  }

  @Override
  public boolean await(long wait, TimeUnit unit) throws InterruptedException {
    return await(Waits.nanos(wait, unit));
  }

  private boolean await(long waitNanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted before awaiting '" + name() + "'");
    }
    long round = own.get();
    LatchWait wait = new LatchWait(client, latches, resource, round, waitNanos);
    try {
      boolean ended = wait.begin().get();
      forgetIf(ended, round);
      return ended;
    } catch (InterruptedException interrupt) {
      wait.withdraw();
      throw interrupt;
    } catch (ExecutionException failure) {
      throw forCaller(failure);
    }
  }

  /** The round was awaited to its end: whoever awaits next awaits what is open then. */
  private void forgetIf(boolean ended, long round) {
    if (ended) {
      own.compareAndSet(round, 0);
    }
  }

  @Override
  public CompletableFuture<Void> awaitAsync() {
    CompletableFuture<Void> result = new CompletableFuture<>();
    start(Waits.MAX.toNanos(), result, ended -> null);
    return result;
  }

  @Override
  public CompletableFuture<Boolean> awaitAsync(Duration wait) {
    CompletableFuture<Boolean> result = new CompletableFuture<>();
    start(Waits.checkedNanos(wait), result, ended -> ended);
    return result;
  }

  private <T extends @Nullable Object> void start(
      long waitNanos, CompletableFuture<T> result, Function<Boolean, T> value) {
    long round = own.get();
    LatchWait wait = new LatchWait(client, latches, resource, round, waitNanos);
    var unused =
        wait.begin()
            .whenComplete(
                (ended, failure) ->
                    context
                        .callbacks()
                        .run(
                            () -> {
                              if (failure != null) {
                                result.completeExceptionally(forCaller(failure));
                              } else {
                                forgetIf(ended, round);
                                result.complete(value.apply(ended));
                              }
                            }));
    withdrawWhenDone(result, wait);
  }

  private static void withdrawWhenDone(CompletableFuture<?> result, LatchWait wait) {
    // Cancelled, or completed by the application in another way, as orTimeout does.
    var unused = result.whenComplete((ended, failure) -> wait.withdraw());
  }

  private HoldfastException forCaller(Throwable failure) {
    return Failures.forCaller(Failures.of(failure, client.store()), resource);
  }

  @Override
  public String toString() {
    return "DistributedCountDownLatch[" + name() + " in " + client.store() + "]";
  }
}
