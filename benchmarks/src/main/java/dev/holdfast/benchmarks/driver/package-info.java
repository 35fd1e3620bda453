/** The measured process: threads that lock and unlock for a slice of time, told when by lines. */
@NullMarked
package dev.holdfast.benchmarks.driver;

import org.jspecify.annotations.NullMarked;
