/** Figures as text: tables, ratios beside their targets, and where they were measured. */
@NullMarked
package dev.holdfast.benchmarks.report;

import org.jspecify.annotations.NullMarked;
