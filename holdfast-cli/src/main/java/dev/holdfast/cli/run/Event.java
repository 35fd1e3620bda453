package dev.holdfast.cli.run;

import dev.holdfast.Lease;
import dev.holdfast.LockView;
import java.util.Optional;

/**
 * Something that the main thread has to react to. Every event goes through one queue to that one
 * thread, so nothing about a run is decided by two threads at once.
 */
sealed interface Event {

  /** The request for the lock was granted. */
  record Granted(Lease lease) implements Event {}

  /** The request for the lock has ended without a grant. */
  record NotGranted(Throwable cause) implements Event {}

  /** The store was asked who holds and who waits; empty when it did not tell. */
  record Looked(Optional<LockView> view) implements Event {}

  /** The library says that the lease is lost. */
  record LeaseLost() implements Event {}

  /** The command has ended. */
  record CommandEnded(int exitCode) implements Event {}

  /** A signal was sent to us. */
  record Signalled(ReceivedSignal signal) implements Event {}
}
