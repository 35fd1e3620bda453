/** The contract of read-write locks, as their users see it. */
@NullMarked
package dev.holdfast.tck.readwrite;

import org.jspecify.annotations.NullMarked;
