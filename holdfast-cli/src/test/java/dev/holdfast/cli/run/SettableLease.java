package dev.holdfast.cli.run;

import dev.holdfast.Lease;
import dev.holdfast.LossReason;
import java.time.Duration;
import java.util.Optional;

/** A lease whose validity the test sets, because a real one cannot be stopped at a nanosecond. */
final class SettableLease implements Lease {

  Duration remaining = Duration.ofSeconds(30);
  Optional<LossReason> lossReason = Optional.empty();

  @Override
  public String name() {
    return "my lock=1";
  }

  @Override
  public long fencingToken() {
    return 42;
  }

  @Override
  public boolean isHeld() {
    return !remaining.isZero();
  }

  @Override
  public Duration remaining() {
    return remaining;
  }

  @Override
  public void requireRemaining(Duration atLeast) {
    throw new AssertionError("not used");
  }

  @Override
  public void onLost(Runnable listener) {
    throw new AssertionError("not used");
  }

  @Override
  public Optional<LossReason> lossReason() {
    return lossReason;
  }

  @Override
  public void close() {}
}
