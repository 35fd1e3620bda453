/** The command {@code holdfast}: one class for each sub-command. */
@NullMarked
package dev.holdfast.cli;

import org.jspecify.annotations.NullMarked;
