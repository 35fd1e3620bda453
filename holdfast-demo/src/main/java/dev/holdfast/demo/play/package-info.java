/** The demos themselves. */
@NullMarked
package dev.holdfast.demo.play;

import org.jspecify.annotations.NullMarked;
