package dev.holdfast.cli.run;

/** The signals that we take into our own hands. QUIT is the JVM's own, for a thread dump. */
enum ReceivedSignal {
  /** Not passed on: the terminal sends it to the command too. */
  INT(2, true, false),
  TERM(15, true, true),
  HUP(1, true, true),
  USR1(10, false, true),
  USR2(12, false, true),
  WINCH(28, false, true),
  /** Not passed on: whoever continues us continues the command too; the lease may be over. */
  CONT(18, false, false);

  private final int number;
  private final boolean endsWait;
  private final boolean passedOn;

  ReceivedSignal(int number, boolean endsWait, boolean passedOn) {
    this.number = number;
    this.endsWait = endsWait;
    this.passedOn = passedOn;
  }

  /** The number on Linux, for the exit code; those that end a wait have it everywhere. */
  int number() {
    return number;
  }

  /** Whether it ends a wait for the lock. */
  boolean endsWait() {
    return endsWait;
  }

  /** Whether a running command gets it from us. */
  boolean passedOn() {
    return passedOn;
  }
}
