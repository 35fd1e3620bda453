/**
 * A store with a bad network in front of it: any store, faults drawn from a seed or named one by
 * one.
 */
@NullMarked
package dev.holdfast.tck.fault;

import org.jspecify.annotations.NullMarked;
