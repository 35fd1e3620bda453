/** A network that can be made to fail in chosen ways. */
@NullMarked
package dev.holdfast.testing.proxy;

import org.jspecify.annotations.NullMarked;
