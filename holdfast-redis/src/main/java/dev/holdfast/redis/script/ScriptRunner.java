package dev.holdfast.redis.script;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Whatever can carry out scripts: a connection. */
public interface ScriptRunner {

  /**
   * Runs a script that answers a line of words.
   *
   * @return the line; exceptionally what the connection or the server had against it
   */
  CompletionStage<String> run(Script script, String[] keys, String... arguments);

  /**
   * Runs a script that answers a list of texts.
   *
   * @return the list; exceptionally what the connection or the server had against it
   */
  CompletionStage<List<String>> list(Script script, String[] keys, String... arguments);
}
