/** The command as its users see it: real processes, real signals, real servers. */
package dev.holdfast.cli.process;
