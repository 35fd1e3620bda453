/** The commands that look at locks and take leases away: what they do and print. */
@NullMarked
package dev.holdfast.cli.look;

import org.jspecify.annotations.NullMarked;
