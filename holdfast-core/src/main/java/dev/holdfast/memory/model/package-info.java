/**
 * What a store does, without time, threads and network: one command after the other, a moment given
 * with each. The reference for every other store; not exported.
 */
@NullMarked
package dev.holdfast.memory.model;

import org.jspecify.annotations.NullMarked;
