/** A Redis server started from a binary that ships in an artifact. */
@NullMarked
package dev.holdfast.embedded;

import org.jspecify.annotations.NullMarked;
