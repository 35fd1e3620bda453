/** The contract between engine and store: what sessions, requests and grants do. */
@NullMarked
package dev.holdfast.tck.session;

import org.jspecify.annotations.NullMarked;
