package dev.holdfast.engine;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.HoldfastException;
import dev.holdfast.engine.MultiAcquisition.Wanted;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.queue.LocalQueue;
import dev.holdfast.engine.queue.Together;
import dev.holdfast.engine.queue.Waiter;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.ResourceId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks for several members of one shard by one call, none of which waits. Blocks nobody.
 *
 * <p>Each of them is an attempt of its own, which only shares its first call with the others, so
 * that everything else about it (a lost answer, the end of its session) is as with any attempt.
 */
final class TogetherAcquisition {

  /**
   * How it ended.
   *
   * @param granted the attempts that were granted before the first that was not, in order
   * @param stoppedAt the member that was not granted; null if all were
   * @param failure why, if it failed; null if it was not free
   */
  record End(
      List<PendingAcquisition> granted,
      @Nullable Wanted stoppedAt,
      @Nullable HoldfastException failure) {}

  private final List<Wanted> run;
  private final boolean patient;
  private final Together together;
  private final List<PendingAcquisition> attempts = new ArrayList<>();

  /**
   * The first of some members, as many as can be asked for by one call: of one client and shard,
   * and alone. What will be waited for and is in use in this JVM is left out, because there it may
   * be handed on without the store.
   */
  static List<Wanted> run(List<Wanted> inOrder) {
    HoldfastClient client = inOrder.get(0).member().client();
    LockStore store = client.context().store();
    if (!store.takesTogether()) {
      return inOrder.subList(0, 1);
    }
    int shard = store.shardOf(inOrder.get(0).member().resource());
    int size = 0;
    while (size < inOrder.size()) {
      Wanted one = inOrder.get(size);
      ResourceId resource = one.member().resource();
      if (one.member().client() != client
          || store.shardOf(resource) != shard
          || one.ask().units() != Request.ALL
          || (one.ask().mayWait() && busyHere(client.queue(resource)))) {
        break;
      }
      size++;
    }
    return inOrder.subList(0, Math.max(1, size));
  }

  private static boolean busyHere(@Nullable LocalQueue queue) {
    return queue != null && queue.busy();
  }

  /**
   * Prepares it.
   *
   * @param run the members in order
   * @param patient whether those that are not granted will be waited for, so that what is free
   *     before them is wanted all the same
   */
  TogetherAcquisition(List<Wanted> run, boolean patient) {
    this.run = run;
    this.patient = patient;
    this.together = new Together(run.size(), !patient);
    for (int i = 0; i < run.size(); i++) {
      EngineLock member = run.get(i).member();
      Ask ask = run.get(i).ask().together(together.part(i));
      attempts.add(new PendingAcquisition(member.client(), member.resource(), ask));
    }
  }

  /**
   * Begins.
   *
   * @return completes when every attempt has ended
   * @throws dev.holdfast.ClientClosedException if the client is closed
   */
  CompletableFuture<End> start() {
    List<CompletableFuture<Waiter>> ends = new ArrayList<>();
    try {
      for (PendingAcquisition attempt : attempts) {
        ends.add(attempt.start());
      }
    } finally {
      // A closed client lets nobody in; those who were in must not wait for the others.
      for (int i = ends.size(); i < attempts.size(); i++) {
        together.part(i).leave();
      }
    }
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
        .thenApply(all -> end(ends.stream().map(CompletableFuture::join).toList()));
  }

  /** Takes back what has not ended. */
  void withdraw() {
    attempts.forEach(PendingAcquisition::withdraw);
  }

  private End end(List<Waiter> waiters) {
    int count = 0;
    while (count < waiters.size() && waiters.get(count).state() == Waiter.State.GIVEN) {
      count++;
    }
    // Only after faults is anything granted behind the first that was not.
    for (int i = waiters.size() - 1; i > count; i--) {
      if (waiters.get(i).state() == Waiter.State.GIVEN) {
        PendingAcquisition.giveBack(waiters.get(i).lease());
        attempts.get(i).tell(AcquireOutcome.CANCELLED);
      }
    }
    List<PendingAcquisition> granted = List.copyOf(attempts.subList(0, count));
    if (count == waiters.size()) {
      return new End(granted, null, null);
    }
    int stoppedAt = Math.max(count, together.stoppedAt());
    HoldfastException failure = waiters.get(count).failure();
    if (!patient) {
      attempts
          .get(stoppedAt)
          .tell(failure == null ? AcquireOutcome.NOT_ACQUIRED : AcquireOutcome.FAILED);
    }
    return new End(granted, run.get(stoppedAt), failure);
  }
}
