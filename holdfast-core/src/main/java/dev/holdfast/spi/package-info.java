/** What a store of locks implements, and the seams for time. */
@NullMarked
package dev.holdfast.spi;

import org.jspecify.annotations.NullMarked;
