/**
 * The guards of {@link dev.holdfast.guard.jdbc} for users of Spring's {@code JdbcTemplate}. Needs
 * {@code spring-jdbc}, which the module does not bring.
 */
@NullMarked
package dev.holdfast.guard.spring;

import org.jspecify.annotations.NullMarked;
