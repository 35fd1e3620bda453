/**
 * The contract of a store, as tests that each store runs.
 *
 * <p>A store describes itself by a {@link dev.holdfast.tck.StoreUnderTest} and names it in one test
 * class with the annotation {@link dev.holdfast.tck.StoreContracts}. The tests are final: a store
 * that differs declares so by the {@link dev.holdfast.tck.Capability}s that it lacks.
 */
@NullMarked
package dev.holdfast.tck;

import org.jspecify.annotations.NullMarked;
