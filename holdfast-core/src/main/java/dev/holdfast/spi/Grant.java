package dev.holdfast.spi;

/**
 * The store's yes: the request holds its units from now on.
 *
 * @param sequence the store's order: positive, at most 2^53 - 1, greater than that of every earlier
 *     grant of the resource
 * @param othersWait whether requests of other clients or sessions wait in the queue; a store that
 *     does not know says true
 */
public record Grant(long sequence, boolean othersWait) {}
