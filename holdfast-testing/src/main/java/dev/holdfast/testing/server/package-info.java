/** Real servers as child processes, and raw access to them. */
@NullMarked
package dev.holdfast.testing.server;

import org.jspecify.annotations.NullMarked;
