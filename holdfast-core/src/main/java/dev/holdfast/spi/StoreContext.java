package dev.holdfast.spi;

/**
 * What a store shares with its client.
 *
 * @param clientName the client's name, for people
 * @param host the machine's name, for people
 * @param pid the process id, for people
 * @param time the clocks
 * @param scheduler the timer
 */
public record StoreContext(
    String clientName, String host, long pid, TimeSource time, Scheduler scheduler) {}
