/** {@code holdfast run}: wait for a lock, guard a child process by it. */
@NullMarked
package dev.holdfast.cli.run;

import org.jspecify.annotations.NullMarked;
