/** Meters of a lock client for Micrometer, and the wait for a lock as an observation. */
@NullMarked
package dev.holdfast.micrometer;

import org.jspecify.annotations.NullMarked;
