/** The store inside one process: the reference that other stores are compared with. */
@NullMarked
package dev.holdfast.memory;

import org.jspecify.annotations.NullMarked;
