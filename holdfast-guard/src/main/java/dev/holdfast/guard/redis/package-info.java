/**
 * A guard for values in Redis, over whatever client the application has: {@link
 * dev.holdfast.guard.redis.RedisGuard}.
 */
@NullMarked
package dev.holdfast.guard.redis;

import org.jspecify.annotations.NullMarked;
