/** Count-down latches: what is asked of them, and who awaits them here. */
@NullMarked
package dev.holdfast.engine.latch;

import org.jspecify.annotations.NullMarked;
