package dev.holdfast;

import dev.holdfast.engine.fixture.EngineThatKnowsAStore;

/** Breaks a rule of the architecture on purpose; ArchitectureTest sees that it is found. */
public final class ApiThatReachesIntoTheEngine {
  EngineThatKnowsAStore engine;
}
