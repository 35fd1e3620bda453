/** A clock and a timer that move only when a test says so. */
@NullMarked
package dev.holdfast.tck.time;

import org.jspecify.annotations.NullMarked;
