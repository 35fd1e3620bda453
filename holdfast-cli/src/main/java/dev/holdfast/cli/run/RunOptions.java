package dev.holdfast.cli.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What {@code holdfast run} was asked to do, checked.
 *
 * @param name the lock
 * @param command the program and its arguments, at least one word
 * @param waitMax the longest wait; empty means without limit
 * @param leaseTime the bound of the lease; empty means that it is renewed
 * @param ttl the session's time to live; empty means the store's default
 * @param fair whether to keep the order of arrival strictly
 * @param note a text for others to see
 * @param url the store; empty means the embedded one
 * @param busyExitCode the exit code when the lock was not granted
 * @param killAfter how long a command that was told to end may take
 * @param tethered whether the command is to die with us
 */
public record RunOptions(
    String name,
    List<String> command,
    Optional<Duration> waitMax,
    Optional<Duration> leaseTime,
    Optional<Duration> ttl,
    boolean fair,
    Optional<String> note,
    Optional<String> url,
    OptionalInt busyExitCode,
    Duration killAfter,
    boolean tethered) {

  /** Copies the command. */
  public RunOptions {
    command = List.copyOf(command);
  }

  /** Leaves the URL out, which may have a password. */
  @Override
  public String toString() {
    return "run " + name + " -- " + String.join(" ", command);
  }
}
