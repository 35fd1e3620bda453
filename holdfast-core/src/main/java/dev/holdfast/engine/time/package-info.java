/** The real clocks and the real timer: the only classes that read or use the system's. */
@NullMarked
package dev.holdfast.engine.time;

import org.jspecify.annotations.NullMarked;
