package dev.holdfast.demo.play;

import dev.holdfast.demo.stage.Half;
import dev.holdfast.demo.stage.Scene;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One of the failures: what is done to the workers. Each half is the same but for the lock. */
interface Plot {

  /** Its name on the command line. */
  String name();

  /** What happens, for a heading. */
  String title();

  /** How long a lock lasts without a renewal. */
  Duration ttl();

  /** The halves in their order, the naive one first. */
  default List<Half> halves() {
    return List.of(Half.NAIVE, Half.HOLDFAST);
  }

  /** Whether it can use a store of the user's. */
  default boolean takesStore() {
    return true;
  }

  /** The lanes of the picture, in order. */
  List<String> lanes();

  /**
   * Plays it.
   *
   * @param opening called once, when everybody is ready: time begins there
   */
  void play(Scene scene, Runnable opening) throws IOException, InterruptedException;
}
