/** Time and threads: everything between the API and a store. Not exported. */
@NullMarked
package dev.holdfast.engine;

import org.jspecify.annotations.NullMarked;
