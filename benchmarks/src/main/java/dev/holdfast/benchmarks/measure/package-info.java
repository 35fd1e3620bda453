/** What is measured in one slice, and how it travels and adds up. */
@NullMarked
package dev.holdfast.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
