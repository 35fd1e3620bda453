/** The processes and servers of a demo. */
@NullMarked
package dev.holdfast.demo.stage;

import org.jspecify.annotations.NullMarked;
