package dev.holdfast.memory;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStoreProvider;
import dev.holdfast.spi.StoreAddress;
import dev.holdfast.spi.StoreContext;
import java.util.Set;

/**
 * Makes in-process stores for {@code memory:} and {@code memory://name}. Stores of one name in one
 * JVM share their locks; the bare address is a name of its own.
 */
public final class MemoryStoreProvider implements LockStoreProvider {

  /** The option that the client itself reads from an address. */
  private static final Set<String> OPTIONS = Set.of("ttl");

  /** Called by {@link java.util.ServiceLoader}. */
  public MemoryStoreProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("memory");
  }

  @Override
  public LockStore create(StoreAddress address, StoreContext context) {
    if (!address.user().isEmpty() || address.password().isPresent() || !address.path().isEmpty()) {
      throw new IllegalArgumentException(
          "The address of an in-process store is 'memory:' or 'memory://name', without user,"
              + " password and path");
    }
    for (String option : address.options().keySet()) {
      if (!OPTIONS.contains(option)) {
        throw new IllegalArgumentException(
            "The in-process store has no option '" + option + "'; it has " + OPTIONS);
      }
    }
    return new MemoryStore(address, context);
  }
}
