/** What happens in a demo, as the processes report it. */
@NullMarked
package dev.holdfast.demo.event;

import org.jspecify.annotations.NullMarked;
