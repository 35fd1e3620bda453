/** A client's proof of life in a store: renewal, the lease clock, the slow check, loss. */
@NullMarked
package dev.holdfast.engine.session;

import org.jspecify.annotations.NullMarked;
