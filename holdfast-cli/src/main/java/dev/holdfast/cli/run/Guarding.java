package dev.holdfast.cli.run;

import dev.holdfast.Lease;
import dev.holdfast.LockLostException;
import dev.holdfast.ReleaseUnknownException;
import dev.holdfast.cli.report.ExitCode;
import dev.holdfast.cli.report.Notices;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The second half of a run: from the start of the command to the release of the lock, which comes
 * after the command has ended and never before.
 *
 * <pre>
 *   RUNNING --TERM to us, passed on--> TOLD --TERM to us again--> KILLED
 *   RUNNING, TOLD --lease nearly over or lost, TERM sent--> LOSING --time is up--> KILLED
 *   any --command has ended--> lock released --> exit: 79 after LOSING, else the command's code
 *   any --HUP, USR1, USR2, WINCH: passed on; INT, CONT: nothing is sent--> same
 * </pre>
 *
 * <p>All is decided by the main thread, which takes one event after the other. Whatever wakes it,
 * the lease is looked at first: after a pause (a signal CONT, a suspended machine) nothing else may
 * come before that.
 */
final class Guarding {

  private final Lease lease;
  private final Command command;
  private final LeaseWatch watch;
  private final BlockingQueue<Event> events;
  private final Notices notices;
  private boolean told;
  private boolean killed;

  Guarding(
      Lease lease,
      Command command,
      LeaseWatch watch,
      BlockingQueue<Event> events,
      Notices notices) {
    this.lease = lease;
    this.command = command;
    this.watch = watch;
    this.events = events;
    this.notices = notices;
  }

  /** Runs to the end of the command and gives the lock back. */
  int untilEnd() throws InterruptedException {
    CountDownLatch commandEnd = new CountDownLatch(1);
    lease.onLost(() -> tellAndWait(commandEnd));
    command.onEnd(
        code -> {
          commandEnd.countDown();
          events.add(new Event.CommandEnded(code));
        });
    while (true) {
      Event event = next();
      obeyLease();
      if (event instanceof Event.CommandEnded ended) {
        notices.commandEnded(lease.name(), ended.exitCode());
        return release(ended.exitCode());
      } else if (event instanceof Event.Signalled signalled) {
        obey(signalled.signal());
      }
    }
  }

  /** A lease that an operator has taken away passes on when this returns. */
  private void tellAndWait(CountDownLatch commandEnd) {
    events.add(new Event.LeaseLost());
    try {
      commandEnd.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nobody interrupts this thread", e);
    }
  }

  private Event next() throws InterruptedException {
    return killed
        ? events.take()
        : events.poll(watch.nanosUntilNextLook(System.nanoTime()), TimeUnit.NANOSECONDS);
  }

  private void obeyLease() {
    if (killed) {
      return;
    }
    long nowNanos = System.nanoTime();
    switch (watch.look(nowNanos)) {
      case TERMINATE -> {
        command.terminate();
        notices.losing(lease.name(), watch.reason(), watch.untilKill(nowNanos));
      }
      case KILL -> kill();
      case SAFE, ENDING -> {}
    }
  }

  private void obey(ReceivedSignal signal) {
    if (signal == ReceivedSignal.TERM) {
      if (told || watch.losing()) {
        kill();
      } else {
        told = true;
        command.terminate();
      }
    } else if (signal.passedOn()) {
      command.signal(signal);
    }
  }

  private void kill() {
    killed = true;
    command.kill();
  }

  private int release(int commandCode) {
    boolean lost = watch.losing();
    try {
      lease.close();
      notices.released(lease.name());
    } catch (LockLostException e) {
      if (!lost) {
        notices.failed(lease.name(), ExitCode.LOST.code(), String.valueOf(e.getMessage()));
      }
      lost = true;
    } catch (ReleaseUnknownException e) {
      notices.releaseUnknown(lease.name(), String.valueOf(e.getMessage()));
    }
    return lost ? ExitCode.LOST.code() : commandCode;
  }
}
