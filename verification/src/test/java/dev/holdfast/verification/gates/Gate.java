package dev.holdfast.verification.gates;

import java.util.Locale;

/** A check of the build, with a source file that only this check refuses. */
enum Gate {
  NO_WARNING(
      "found raw type",
      """
        static int size(java.util.List list) {
          return list.size();
        }
      """),

  NO_ERROR_PRONE_FINDING(
      "[DeadException]",
      """
        static void refuse() {
          new IllegalStateException("made, and not thrown");
        }
      """),

  NO_NULL_AWAY_FINDING(
      "[NullAway]",
      """
        static String name() {
          return null;
        }
      """),

  DOCUMENTED_API(
      "no comment",
      """
        public void undocumented() {}
      """),

  NO_FORBIDDEN_CALL(
      "Name the executor",
      """
        static java.util.concurrent.Future<?> start(Runnable task) {
          return java.util.concurrent.CompletableFuture.runAsync(task);
        }
      """),

  INJECTED_TIME(
      "Take the time from the TimeSource",
      """
        static long now() {
          return System.nanoTime();
        }
      """),

  INJECTED_WAIT(
      "Wait with the Scheduler",
      """
        static void pause() throws InterruptedException {
          Thread.sleep(1);
        }
      """),

  FORMAT(
      "format violations",
      """
        static int one( ) { return 1; }
      """),

  ONE_VERSION_OF_EACH_LIBRARY(
      "Dependency convergence error for io.netty",
      """
        static int one() {
          return 1;
        }
      """);

  private final String message;
  private final String members;

  Gate(String message, String members) {
    this.message = message;
    this.members = members;
  }

  /** What the build says when the check has failed. */
  String message() {
    return message;
  }

  /** The members of the class that the check refuses. */
  String members() {
    return members;
  }

  /** The module with that class. */
  String module() {
    return "bad-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
