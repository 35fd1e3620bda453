package dev.holdfast.engine;

import dev.holdfast.HoldfastException;
import dev.holdfast.Leader;
import dev.holdfast.LeaderElection;
import dev.holdfast.LeaderListener;
import dev.holdfast.LockView;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Scheduler.Timer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at an interval who leads, and tells a listener of changes.
 *
 * <p>One look at a time: the timer asks the store, the answer goes to the callback executor, which
 * tells the listener and then sets the timer again. So the listener is called by one thread after
 * the other, and a slow one delays only the next look.
 */
final class LeaderWatch implements LeaderElection.Observation {

  private final HoldfastClient client;
  private final EngineContext context;
  private final ResourceId resource;
  private final long intervalNanos;
  private final LeaderListener listener;
  private final Consumer<LeaderWatch> onEnd;
  private final Runnable closingTask = this::close;

  // Confined to the one look that is under way. What the listener was told last: null for nothing.
  private @Nullable Told told;
  // Written by any thread that ends it.
  private volatile boolean ended;
  // Written by the callback that ends a look; end() may cancel a timer that has just run.
  private volatile @Nullable Timer timer;

  /** What a listener can know: somebody, nobody, or nothing. */
  private record Told(boolean known, Optional<Long> token) {

    static final Told UNKNOWN = new Told(false, Optional.empty());
  }

  LeaderWatch(
      HoldfastClient client,
      ResourceId resource,
      Duration interval,
      LeaderListener listener,
      Consumer<LeaderWatch> onEnd) {
    this.client = client;
    this.context = client.context();
    this.resource = resource;
    this.intervalNanos = interval.toNanos();
    this.listener = listener;
    this.onEnd = onEnd;
  }

  void start() {
    client.closingTasks().add(closingTask);
    look();
  }

  /** Who leads by a view of the lock. */
  static Optional<Leader> leader(LockView view) {
    return view.holders().stream()
        // Readers of a lock of that name lead nobody.
        .filter(holder -> holder.units() == LockView.ALL_UNITS)
        .findFirst()
        .map(
            holder -> {
              LockView.Party party = holder.party();
              String candidate = party.note().isEmpty() ? party.client() : party.note();
              return new Leader(candidate, party, holder.since(), holder.fencingToken());
            });
  }

  private void look() {
    if (ended) {
      return;
    }
    var unused =
        Inspection.ask(client, resource)
            .handle(
                (view, failure) -> {
                  context.callbacks().run(() -> tellAndLookAgain(view, failure));
                  return true;
                });
  }

  private void tellAndLookAgain(@Nullable LockView view, @Nullable Throwable failure) {
    try {
      if (!ended) {
        tell(view, failure);
      }
    } finally {
      lookAgain();
    }
  }

  private void tell(@Nullable LockView view, @Nullable Throwable failure) {
    if (view == null) {
      if (!Told.UNKNOWN.equals(told)) {
        told = Told.UNKNOWN;
        HoldfastException known = Failures.of(failure, client.store());
        listener.onUnknown(Failures.forCaller(known, resource));
      }
      return;
    }
    Optional<Leader> leader = leader(view);
    Told now = new Told(true, leader.map(Leader::fencingToken));
    if (now.equals(told)) {
      return;
    }
    told = now;
    if (leader.isPresent()) {
      listener.onLeader(leader.get());
    } else {
      listener.onVacancy();
    }
  }

  private void lookAgain() {
    if (!ended) {
      timer = context.scheduler().schedule(this::look, intervalNanos);
      if (ended) {
        cancelTimer();
      }
    }
  }

  private void cancelTimer() {
    Timer last = timer;
    if (last != null) {
      last.cancel();
    }
  }

  @Override
  public void close() {
    ended = true;
    cancelTimer();
    client.closingTasks().remove(closingTask);
    onEnd.accept(this);
  }
}
