/** Draws what has happened. */
@NullMarked
package dev.holdfast.demo.picture;

import org.jspecify.annotations.NullMarked;
