/** What is stored in Redis: the names of keys, and the texts kept under them. */
@NullMarked
package dev.holdfast.redis.layout;

import org.jspecify.annotations.NullMarked;
