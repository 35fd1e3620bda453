package dev.holdfast.tck.arena;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares the threads of the library, and so its timers, with those at the beginning. */
final class ThreadsCheck {

  /** How the library's threads, and those of the drivers that it uses, are named. */
  private static final List<String> PREFIXES = List.of("holdfast", "lettuce", "nioEventLoop");

  private final Set<Long> atTheBeginning =
      running().stream().map(Thread::getId).collect(Collectors.toSet());

  private static List<Thread> running() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> PREFIXES.stream().anyMatch(thread.getName()::startsWith))
        .toList();
  }

  void awaitGone() {
    Patience.await("the threads of closed clients to end")
        .untilAsserted(
            () ->
                assertThat(running())
                    .filteredOn(thread -> !atTheBeginning.contains(thread.getId()))
                    .isEmpty());
  }
}
