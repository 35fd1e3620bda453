package dev.holdfast.verification.chaos;

import dev.holdfast.testing.server.RedisVersion;
import dev.holdfast.verification.chaos.worker.Plant;
import java.time.Duration;

/**
 * How a run goes.
 *
 * @param duration how long the workers work
 * @param seed of what happens to them, and of what they do
 * @param ttl TTL of their sessions
 * @param version the Redis that keeps the locks
 * @param processes how many worker processes
 * @param threads how many threads each
 * @param names how many locks
 * @param plant the planted fault
 */
public record ChaosOptions(
    Duration duration,
    long seed,
    Duration ttl,
    RedisVersion version,
    int processes,
    int threads,
    int names,
    Plant plant) {}
