/**
 * Guards: code at a protected resource that refuses a stale fencing token, one lower than a token
 * that it has accepted.
 *
 * <p>There is a guard for each kind of resource: databases in {@link dev.holdfast.guard.jdbc}, with
 * Spring in {@link dev.holdfast.guard.spring}; values in Redis in {@link dev.holdfast.guard.redis};
 * files in {@link dev.holdfast.guard.file}. All throw {@link
 * dev.holdfast.guard.StaleTokenException}, and all accept an equal token, so that one lease may
 * write more than once.
 *
 * <p>No method accepts or returns null unless its comment says so.
 */
@NullMarked
package dev.holdfast.guard;

import org.jspecify.annotations.NullMarked;
