/**
 * Guards for tables of relational databases, over plain JDBC: {@link
 * dev.holdfast.guard.jdbc.JdbcGuard} with a table of its own, {@link
 * dev.holdfast.guard.jdbc.FencedTable} for tables that carry their fence in a column.
 */
@NullMarked
package dev.holdfast.guard.jdbc;

import org.jspecify.annotations.NullMarked;
