/** The lock libraries that are measured, each behind the same two calls. */
@NullMarked
package dev.holdfast.benchmarks.contestant;

import org.jspecify.annotations.NullMarked;
