/** One queue per lock name in this JVM: waiters, requests to the store, local handoff. */
@NullMarked
package dev.holdfast.engine.queue;

import org.jspecify.annotations.NullMarked;
