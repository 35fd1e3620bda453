/** Real processes under kills, pauses and broken networks, judged by an independent checker. */
@NullMarked
package dev.holdfast.verification.chaos;

import org.jspecify.annotations.NullMarked;
