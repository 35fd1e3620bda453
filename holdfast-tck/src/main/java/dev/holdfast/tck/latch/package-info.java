/** What users see of count-down latches. */
@NullMarked
package dev.holdfast.tck.latch;

import org.jspecify.annotations.NullMarked;
