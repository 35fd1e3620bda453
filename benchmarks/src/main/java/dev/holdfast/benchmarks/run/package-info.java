/** Servers and measured processes of one case, taking turns. */
@NullMarked
package dev.holdfast.benchmarks.run;

import org.jspecify.annotations.NullMarked;
