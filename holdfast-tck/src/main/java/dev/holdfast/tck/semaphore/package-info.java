/** The contract of semaphores, as their users see it. */
@NullMarked
package dev.holdfast.tck.semaphore;

import org.jspecify.annotations.NullMarked;
