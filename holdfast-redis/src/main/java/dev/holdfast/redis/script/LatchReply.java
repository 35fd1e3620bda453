package dev.holdfast.redis.script;

import dev.holdfast.spi.LatchState;

/** What the scripts about a latch answer. */
public sealed interface LatchReply {

  /** What was asked for is so. */
  record Applied(LatchState state) implements LatchReply {}

  /** Nothing was changed, because of the round. */
  record Other(LatchState state) implements LatchReply {}

  /** An answer that is one word. */
  enum Plain implements LatchReply {
    /** Some who await the latch were told; the call is to be repeated. */
    MORE,
    /** No number is left for a round. */
    EXHAUSTED,
    /** The session has ended. */
    GONE,
    /** A newer connection has taken over. */
    STALE
  }

  /** Reads a line of a script. */
  static LatchReply parse(Script script, String line) {
    if (line.startsWith("applied ")) {
      return new Applied(state(script, line));
    }
    if (line.startsWith("other ")) {
      return new Other(state(script, line));
    }
    return switch (line) {
      case "more" -> Plain.MORE;
      case "exhausted" -> Plain.EXHAUSTED;
      case "gone" -> Plain.GONE;
      case "stale" -> Plain.STALE;
      default -> throw Words.unknown(script, line);
    };
  }

  private static LatchState state(Script script, String line) {
    String[] words = Words.split(script, line, 4);
    return new LatchState(
        Words.number(script, line, words[1]),
        Words.number(script, line, words[2]),
        Words.number(script, line, words[3]));
  }
}
