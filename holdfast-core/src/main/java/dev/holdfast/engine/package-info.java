/** Threads, queues, sessions and time above a store; not exported. */
@NullMarked
package dev.holdfast.engine;

import org.jspecify.annotations.NullMarked;
