/**
 * The documents as tests: their snippets are compiled and run, their commands are executed, their
 * links and the names in them are looked up.
 *
 * <p>Every fenced block of {@code java} or {@code sh} is executed as it stands. What a reader need
 * not see stands in an HTML comment directly before the block:
 *
 * <pre>{@code
 * <!-- test: DIRECTIVE; DIRECTIVE
 * hidden lines before the block
 * ...
 * hidden lines after the block
 * -->
 * }</pre>
 *
 * <p>All of it is optional but the word {@code test:}. The directives are
 *
 * <ul>
 *   <li>{@code continues}: the block belongs to the program or script of the one before it
 *   <li>{@code main}: the block is a whole source file, whose {@code main} is run
 *   <li>{@code exit N}: the script ends with code N, not 0
 *   <li>{@code output}, before a block of {@code text}: this is what the block before has printed;
 *       {@code …} stands for any text
 *   <li>{@code not run, REASON}: the block is only compiled, or only parsed
 * </ul>
 *
 * <p>The address {@code redis://localhost:6379} stands for a server of the test's own.
 */
@NullMarked
package dev.holdfast.verification.docs;

import org.jspecify.annotations.NullMarked;
