/**
 * Connections to a Redis server: one at a time, each with a number of its own, replaced by a fresh
 * one when it is lost, so that nothing is ever sent again behind anybody's back.
 */
@NullMarked
package dev.holdfast.redis.connection;

import org.jspecify.annotations.NullMarked;
