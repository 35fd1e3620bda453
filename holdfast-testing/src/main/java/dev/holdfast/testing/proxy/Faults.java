package dev.holdfast.testing.proxy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What all connections of a proxy share. Safe for use by many threads. */
final class Faults {

  private final boolean framed;
  private final Conditions conditions = new Conditions();
  private final Traps traps = new Traps();
  private final Traffic traffic = new Traffic();
  private final AtomicReference<@Nullable IOException> problem = new AtomicReference<>();

  Faults(boolean framed) {
    this.framed = framed;
  }

  /** Whether the proxy reads messages of the Redis protocol, or just bytes. */
  boolean framed() {
    return framed;
  }

  Conditions conditions() {
    return conditions;
  }

  Traps traps() {
    return traps;
  }

  Traffic traffic() {
    return traffic;
  }

  /** Keeps the first problem of the proxy itself, for whoever closes it. */
  void problem(IOException found) {
    problem.compareAndSet(null, found);
  }

  @Nullable IOException problem() {
    return problem.get();
  }
}
