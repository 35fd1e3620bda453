package dev.holdfast.spi;

/**
 * The permits of a semaphore at one moment.
 *
 * @param capacity how many were set
 * @param available how many of them nobody holds; negative when more are held than are left after a
 *     reduction
 */
public record Permits(int capacity, int available) {}
