package dev.holdfast.redis.connection;

import dev.holdfast.redis.script.Script;

/** The server answered a script with an error; says which one, and on which keys. */
final class ScriptFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String keys;

  ScriptFailedException(Script script, String[] keys, Throwable cause) {
    super("The script " + script + " failed", cause);
    this.keys = String.join(" ", keys);
  }

  String keys() {
    return keys;
  }
}
