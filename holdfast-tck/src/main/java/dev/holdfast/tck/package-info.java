/** The contract of a store, as tests that each store runs. */
@NullMarked
package dev.holdfast.tck;

import org.jspecify.annotations.NullMarked;
