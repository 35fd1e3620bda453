/**
 * The scripts that change the state in Redis, each in a resource file of its own, and one typed
 * caller for each.
 */
@NullMarked
package dev.holdfast.redis.script;

import org.jspecify.annotations.NullMarked;
