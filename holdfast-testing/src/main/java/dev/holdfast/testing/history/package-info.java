/** An oracle that knows nothing of the library: logs of what clients saw, and their check. */
@NullMarked
package dev.holdfast.testing.history;

import org.jspecify.annotations.NullMarked;
