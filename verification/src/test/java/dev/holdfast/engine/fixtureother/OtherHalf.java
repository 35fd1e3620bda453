package dev.holdfast.engine.fixtureother;

import dev.holdfast.engine.fixture.OneHalf;

/** Breaks a rule of the architecture on purpose; ArchitectureTest sees that it is found. */
public final class OtherHalf {
  OneHalf one;
}
