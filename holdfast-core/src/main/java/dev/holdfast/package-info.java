/**
 * What an application sees: {@link dev.holdfast.LockClient} connects to a store and hands out
 * {@link dev.holdfast.DistributedLock}s, whose {@link dev.holdfast.Lease}s carry fencing tokens.
 *
 * <p>No method accepts or returns null unless its comment says so; a null argument is answered by
 * {@link java.lang.NullPointerException}.
 */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;
