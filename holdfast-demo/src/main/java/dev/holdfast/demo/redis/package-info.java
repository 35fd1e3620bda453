/** The few lines of a Redis client that the naive half, and the stage, get by with. */
@NullMarked
package dev.holdfast.demo.redis;

import org.jspecify.annotations.NullMarked;
