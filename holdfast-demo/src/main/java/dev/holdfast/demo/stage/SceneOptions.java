package dev.holdfast.demo.stage;

import java.time.Duration;
import java.util.Optional;

/**
 * What a stage is set up for.
 *
 * @param half which half is played
 * @param store the user's own store; empty: servers of the demo's own
 * @param guarded whether tokens are shown to the guard
 * @param ttl how long a lock lasts without a renewal
 */
public record SceneOptions(Half half, Optional<String> store, boolean guarded, Duration ttl) {

  /** Without the address, which may have a password. */
  @Override
  public String toString() {
    return "scene " + half;
  }
}
