/**
 * Failures that users of lock libraries have reported, those that need processes or a broken
 * network: one class for each, named after the id in {@code docs/cases.md}.
 */
@NullMarked
package dev.holdfast.verification.cases;

import org.jspecify.annotations.NullMarked;
