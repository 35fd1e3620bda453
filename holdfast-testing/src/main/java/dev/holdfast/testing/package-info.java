/** Tools of our own tests: servers, faults, child processes, checkers. */
@NullMarked
package dev.holdfast.testing;

import org.jspecify.annotations.NullMarked;
