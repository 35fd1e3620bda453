/** Distributed locks: what an application calls. */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;
