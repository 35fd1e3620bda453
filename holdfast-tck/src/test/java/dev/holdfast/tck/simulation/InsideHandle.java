package dev.holdfast.tck.simulation;

import dev.holdfast.engine.queue.EngineLease;
import java.lang.reflect.Field;

/**
 * The engine's lease inside of a handle: tests on one thread give it back without waiting, since
 * the handle's own methods would block the only thread that lets time pass.
 */
final class InsideHandle {

  private InsideHandle() {}

  static EngineLease of(Object handle) {
    try {
      Field field = handle.getClass().getDeclaredField("lease");
      field.setAccessible(true);
      return (EngineLease) field.get(handle);
    } catch (ReflectiveOperationException changed) {
      throw new LinkageError("The handle of a lease looks different now", changed);
    }
  }
}
