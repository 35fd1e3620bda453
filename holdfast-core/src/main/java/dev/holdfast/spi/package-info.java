/**
 * What a store implements: sessions, requests and grants, without threads, reentrancy or Java
 * locks.
 *
 * <p>A store is asynchronous throughout. It announces itself by URI scheme through {@link
 * dev.holdfast.spi.LockStoreProvider} and {@link java.util.ServiceLoader}.
 */
@NullMarked
package dev.holdfast.spi;

import org.jspecify.annotations.NullMarked;
