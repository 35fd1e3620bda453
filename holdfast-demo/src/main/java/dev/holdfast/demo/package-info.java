/** The demos of the command. */
@NullMarked
package dev.holdfast.demo;

import org.jspecify.annotations.NullMarked;
