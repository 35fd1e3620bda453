/** The process that is killed and paused: what its threads do, and what they write down of it. */
@NullMarked
package dev.holdfast.verification.chaos.worker;

import org.jspecify.annotations.NullMarked;
