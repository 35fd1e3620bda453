/** Clients at work while primaries are killed. */
@NullMarked
package dev.holdfast.verification.failover;

import org.jspecify.annotations.NullMarked;
