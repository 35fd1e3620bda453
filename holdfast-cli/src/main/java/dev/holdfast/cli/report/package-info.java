/** What a person or a script learns from the command: exit codes, notices, log lines. */
@NullMarked
package dev.holdfast.cli.report;

import org.jspecify.annotations.NullMarked;
