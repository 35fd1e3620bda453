/** The arrows between layers, and that they are really checked. */
@NullMarked
package dev.holdfast.verification.architecture;

import org.jspecify.annotations.NullMarked;
