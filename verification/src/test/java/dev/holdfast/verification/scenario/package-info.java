/** What the tests with real processes and broken networks share. */
@NullMarked
package dev.holdfast.verification.scenario;

import org.jspecify.annotations.NullMarked;
