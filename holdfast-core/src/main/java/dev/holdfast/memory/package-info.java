/**
 * The store inside one process, for tests and as the reference that other stores are compared with:
 * {@code memory:} or {@code memory://name}.
 *
 * <p>Clients with the same address in one JVM share one space. {@link
 * dev.holdfast.memory.MemorySpaceView} shows what is left in it.
 */
@NullMarked
package dev.holdfast.memory;

import org.jspecify.annotations.NullMarked;
