/** Processes that are killed, stopped, told to end, and what others see of it. */
@NullMarked
package dev.holdfast.verification.process;

import org.jspecify.annotations.NullMarked;
