package dev.holdfast.redis.script;

import dev.holdfast.redis.layout.ShardKeys;
import java.util.concurrent.CompletionStage;

/** Calls {@code open-session-3.lua}. */
public final class OpenSession {

  private static final Script SCRIPT = Script.OPEN_SESSION;

  private OpenSession() {}

  /** What the script answers. */
  public sealed interface Answer {

    /**
     * The session is open.
     *
     * @param serverMillis the server's time, milliseconds since 1970
     */
    record Opened(long serverMillis) implements Answer {}

    /** The id was used before. */
    record Exists() implements Answer {}

    /**
     * Something else is stored under the prefix.
     *
     * @param version its layout
     */
    record OtherLayout(String version) implements Answer {}
  }

  /**
   * Opens a session under a fresh id.
   *
   * @param seen the highest sequence that the client has seen; 0 for none
   * @param description for people
   */
  public static CompletionStage<Answer> call(
      ScriptRunner runner,
      ShardKeys keys,
      Caller caller,
      long seen,
      long ttlMillis,
      String description) {
    return runner
        .run(
            SCRIPT,
            keys.forOpening(),
            caller.session(),
            caller.epoch(),
            Long.toString(seen),
            Long.toString(ttlMillis),
            description,
            ShardKeys.LAYOUT_VERSION)
        .thenApply(OpenSession::parse);
  }

  static Answer parse(String line) {
    if (line.equals("exists")) {
      return new Answer.Exists();
    }
    String[] words = Words.split(SCRIPT, line, 2);
    return switch (words[0]) {
      case "opened" -> new Answer.Opened(Words.number(SCRIPT, line, words[1]));
      case "layout" -> new Answer.OtherLayout(words[1]);
      default -> throw Words.unknown(SCRIPT, line);
    };
  }
}
