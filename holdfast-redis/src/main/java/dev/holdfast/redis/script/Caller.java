package dev.holdfast.redis.script;

/**
 * Who calls a script: a session over a connection.
 *
 * @param session the session's id
 * @param epoch the number of the connection
 */
public record Caller(String session, String epoch) {}
