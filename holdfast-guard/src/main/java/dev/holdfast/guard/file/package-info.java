/** A guard for files: {@link dev.holdfast.guard.file.FileGuard}. */
@NullMarked
package dev.holdfast.guard.file;

import org.jspecify.annotations.NullMarked;
