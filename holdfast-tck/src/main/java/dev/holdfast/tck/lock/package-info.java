/** The contract between the library and its users, through a client of the store. */
@NullMarked
package dev.holdfast.tck.lock;

import org.jspecify.annotations.NullMarked;
