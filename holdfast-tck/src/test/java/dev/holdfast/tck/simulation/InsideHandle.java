package dev.holdfast.tck.simulation;

import dev.holdfast.Lease;
import dev.holdfast.engine.queue.EngineLease;
import java.lang.reflect.Field;
import java.util.List;

/**
 * The engine's lease inside of a handle: tests on one thread give it back without waiting, since
 * the handle's own methods would block the only thread that lets time pass.
 */
final class InsideHandle {

  private InsideHandle() {}

  static EngineLease of(Object handle) {
    return (EngineLease) field(handle, "lease");
  }

  /** The handles of several leases that were taken together. */
  @SuppressWarnings("unchecked") // That is what the field has.
  static List<? extends Lease> several(Lease together) {
    return (List<? extends Lease>) field(together, "leases");
  }

  private static Object field(Object handle, String name) {
    try {
      Field field = handle.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(handle);
    } catch (ReflectiveOperationException changed) {
      throw new LinkageError("The handle of a lease looks different now", changed);
    }
  }
}
