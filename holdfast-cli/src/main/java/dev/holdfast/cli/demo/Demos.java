package dev.holdfast.cli.demo;

/**
 * Runs demos. Found by the service loader, so that the command does without their libraries; it is
 * used from one thread, the main one.
 */
public interface Demos {

  /**
   * Runs what is asked for, telling it on standard output, and cleans up.
   *
   * @return the exit code
   * @throws InterruptedException if the thread was interrupted
   * @throws DemoRefusedException if a demo can't do what is asked for; the message says why
   */
  int run(DemoRequest request) throws InterruptedException;
}
