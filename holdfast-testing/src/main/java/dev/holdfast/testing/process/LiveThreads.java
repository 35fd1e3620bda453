package dev.holdfast.testing.process;

import java.util.List;

/** Looks at the threads of this JVM. */
public final class LiveThreads {

  private LiveThreads() {}

  /**
   * The live threads whose names begin with a text.
   *
   * @param prefix such as {@code holdfast-}
   * @return their names, sorted
   */
  public static List<String> named(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .sorted()
        .toList();
  }
}
