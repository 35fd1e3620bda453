/** What the command knows of the demos, which are in a module of their own. */
@NullMarked
package dev.holdfast.cli.demo;

import org.jspecify.annotations.NullMarked;
