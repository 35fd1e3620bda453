/** What runs in the processes that the demos start. */
@NullMarked
package dev.holdfast.demo.worker;

import org.jspecify.annotations.NullMarked;
