package dev.holdfast.cli.report;

import dev.holdfast.LockView;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tells on standard error what happens to a lock. Standard output belongs to the command that is
 * run. Implementations are called by several threads and write each notice as one whole line.
 */
public interface Notices {

  /** No store was named, so the embedded server is used. */
  void embeddedServer(String address, boolean startedHere);

  /** The lock is still held by others. The view is empty when the store did not tell. */
  void waiting(String lock, Duration waited, Optional<LockView> view, OptionalInt place);

  /** The lock is ours. */
  void acquired(String lock, long fencingToken, String store, Duration waited);

  /** The lock is lost or about to be; the command has been told to end and will be killed. */
  void losing(String lock, String reason, Duration killIn);

  /** The command has ended. */
  void commandEnded(String lock, int exitCode);

  /** The lock was given back. */
  void released(String lock);

  /** The store has not confirmed that the lock was given back. */
  void releaseUnknown(String lock, String message);

  /** We end with a code of our own. */
  void failed(String lock, int exitCode, String message);

  /** A line of the library's log. */
  void log(System.Logger.Level level, String message);
}
