package dev.holdfast.engine;

import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.LockView;
import dev.holdfast.engine.queue.Ask;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import org.jspecify.annotations.Nullable;

/** Words the failure of a request that was not granted in time: who holds, and how many wait. */
final class NotAcquired {

  private NotAcquired() {}

  static LockNotAcquiredException failure(
      HoldfastClient client, ResourceId resource, Ask ask, @Nullable LockView view) {
    return failure(client, resource, ask, view, "");
  }

  /** The failure with something to add before the advice. */
  static LockNotAcquiredException failure(
      HoldfastClient client,
      ResourceId resource,
      Ask ask,
      @Nullable LockView view,
      String addition) {
    StringBuilder text = new StringBuilder(Failures.title(resource));
    text.append(ask.mayWait() ? "' was not granted within the wait" : "' is not free");
    if (view != null && resource.kind() == ResourceKind.SEMAPHORE) {
      text.append(": ").append(ask.units() == 1 ? "1 permit was" : ask.units() + " permits were");
      text.append(" asked for, and of ");
      text.append(view.capacity()).append(" in all ").append(held(view)).append(" are held");
    } else if (view != null && !view.holders().isEmpty()) {
      LockView.Holder holder = view.holders().get(0);
      text.append(": held by ").append(holder.party()).append(" since ").append(holder.since());
      text.append(", token ").append(holder.fencingToken());
      int others = view.holders().size() - 1;
      text.append(others > 0 ? ", and by " + others + " other readers" : "");
    }
    if (view != null) {
      text.append("; ").append(view.queue().size()).append(" waiting");
    }
    text.append(addition).append(". Wait longer, or try again later.");
    return new LockNotAcquiredException(text.toString(), resource.name(), client.store(), view);
  }

  private static long held(LockView view) {
    return view.holders().stream().mapToLong(LockView.Holder::units).sum();
  }
}
