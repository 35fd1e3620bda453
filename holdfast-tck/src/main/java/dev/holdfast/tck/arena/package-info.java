/** Where a contract test plays: clients, threads and sessions that are watched and cleaned up. */
@NullMarked
package dev.holdfast.tck.arena;

import org.jspecify.annotations.NullMarked;
