/**
 * Failures that users of lock libraries have met, each under its id as listed in {@code
 * docs/cases.md}: those that make sense on every store and need nothing but the API.
 */
@NullMarked
package dev.holdfast.tck.cases;

import org.jspecify.annotations.NullMarked;
