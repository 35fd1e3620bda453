/** What must hold at size: commands counted on the server, thousands of threads, many names. */
@NullMarked
package dev.holdfast.verification.scale;

import org.jspecify.annotations.NullMarked;
