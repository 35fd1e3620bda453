package dev.holdfast.engine.session;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.TimeSource;

/**
 * What every part of one client's engine shares.
 *
 * @param store the store
 * @param time the clocks
 * @param scheduler the timer
 * @param callbacks runs application code
 */
public record EngineContext(
    LockStore store, TimeSource time, Scheduler scheduler, Callbacks callbacks) {}
