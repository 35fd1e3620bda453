package dev.holdfast.demo.worker;

import dev.holdfast.HoldfastException;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockLostException;
import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.demo.event.What;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The same with Holdfast. */
final class HoldfastClaim implements Claim {

  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final long AGAIN_MILLIS = 200;

  private final WorkerOptions options;
  private final Reporter reporter;
  private final LockClient locks;
  private @Nullable Lease lease;
  private boolean turnedDown;

  HoldfastClaim(WorkerOptions options, Reporter reporter) {
    this(
        options,
        reporter,
        LockClient.builder(options.store())
            .clientName(options.name())
            .sessionTtl(Duration.ofMillis(options.ttlMillis()))
            .connect());
  }

  private HoldfastClaim(WorkerOptions options, Reporter reporter, LockClient locks) {
    this.options = options;
    this.reporter = reporter;
    this.locks = locks;
  }

  /** Another claim of the same client, for another thread. */
  HoldfastClaim sibling() {
    return new HoldfastClaim(options, reporter, locks);
  }

  @Override
  public void acquire() throws InterruptedException {
    while (true) {
      try {
        Lease granted = locks.lock(options.lock()).acquire(WAIT);
        granted.onLost(() -> reporter.report(What.LOST));
        lease = granted;
        return;
      } catch (StoreRefusedException refused) {
        tellOnce(refused);
      } catch (StoreUnavailableException | LockNotAcquiredException again) {
        // The fail-over takes its time.
      }
      Thread.sleep(AGAIN_MILLIS);
    }
  }

  private void tellOnce(StoreRefusedException refused) {
    if (!turnedDown) {
      turnedDown = true;
      String message = String.valueOf(refused.getMessage()).lines().findFirst().orElse("");
      // The name of the lock and the address come first, and are known here.
      int why = Math.max(0, message.indexOf("minReplicas"));
      reporter.report(What.TURNED_DOWN, message.substring(why));
    }
  }

  private Lease lease() {
    if (lease == null) {
      throw new IllegalStateException("Not acquired");
    }
    return lease;
  }

  @Override
  public long token() {
    return lease().fencingToken();
  }

  @Override
  public boolean believes() {
    return lease().isHeld();
  }

  @Override
  public void release() {
    if (lease().isHeld()) {
      reporter.report(What.RELEASES);
    }
    try {
      lease().close();
    } catch (HoldfastException | LockLostException e) {
      // Lost, which the listener has told; or unconfirmed, and then the client goes on trying.
    }
  }

  /** Nothing: what a crash leaves ends with its session. */
  @Override
  public void clear() {}

  @Override
  public void close() {
    locks.close();
  }
}
