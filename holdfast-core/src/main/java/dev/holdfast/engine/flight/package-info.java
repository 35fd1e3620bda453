/** Events for the JDK's flight recorder, for JVMs that have one. */
@NullMarked
package dev.holdfast.engine.flight;

import org.jspecify.annotations.NullMarked;
