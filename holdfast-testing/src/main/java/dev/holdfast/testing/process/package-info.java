/** Real child processes: started, paused, killed, listened to. */
@NullMarked
package dev.holdfast.testing.process;

import org.jspecify.annotations.NullMarked;
