/** The Redis protocol as bytes: frames, values and commands. */
@NullMarked
package dev.holdfast.testing.resp;

import org.jspecify.annotations.NullMarked;
