package dev.holdfast.spi;

/**
 * A named thing in a store. Resources of different kinds never share records.
 *
 * @param kind what it is
 * @param name the name as the application gave it, valid Unicode
 */
public record ResourceId(ResourceKind kind, String name) {}
