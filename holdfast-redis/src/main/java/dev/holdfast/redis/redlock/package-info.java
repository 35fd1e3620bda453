/**
 * Locks of the published format, {@code SET name value NX PX ttl}, in one Redis or in several that
 * know nothing of each other: shared with programs in other languages.
 */
@NullMarked
package dev.holdfast.redis.redlock;

import org.jspecify.annotations.NullMarked;
