package dev.holdfast.redis.script;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Calls {@code request-locks-1.lua}. */
public final class RequestLocks {

  private static final Script SCRIPT = Script.REQUEST_LOCKS;

  private RequestLocks() {}

  /** How many locks are to be taken. */
  public enum Goal {
    /** All, or none. */
    ALL("all"),
    /** Those before the first that is not free. */
    SOME("some");

    private final String word;

    Goal(String word) {
      this.word = word;
    }
  }

  /**
   * One of the locks, and the request for it.
   *
   * @param record the key of its record
   * @param request the request's id
   * @param leaseMillis the bound of the lease; 0 for none
   * @param about for people
   */
  public record Part(String record, String request, long leaseMillis, String about) {}

  /** What the script answers. */
  public sealed interface Answer {

    /**
     * Every lock is granted.
     *
     * @param sequences of the grants, in order
     */
    record All(List<Long> sequences) implements Answer {}

    /**
     * One of the locks was not granted.
     *
     * @param place which, 0 being the first
     * @param held whether it has a live holder; otherwise it is to be asked for alone
     * @param sequences of the grants before it, in order
     */
    record Stopped(int place, boolean held, List<Long> sequences) implements Answer {}

    /** An answer that is one word. */
    enum Plain implements Answer {
      /** No sequence is left. */
      EXHAUSTED,
      /** The session has ended. */
      GONE,
      /** A newer connection has taken over. */
      STALE
    }
  }

  /**
   * Asks for locks.
   *
   * @param sessions the key of the session table
   * @param parts the locks in the order in which they are taken
   */
  public static CompletionStage<Answer> call(
      ScriptRunner runner, String sessions, Caller caller, Goal goal, List<Part> parts) {
    List<String> keys = new ArrayList<>(List.of(sessions));
    List<String> arguments = new ArrayList<>(List.of(caller.session(), caller.epoch(), goal.word));
    for (Part part : parts) {
      keys.add(part.record());
      arguments.add(part.request());
      arguments.add(Long.toString(part.leaseMillis()));
      arguments.add(part.about());
    }
    return runner
        .run(SCRIPT, keys.toArray(String[]::new), arguments.toArray(String[]::new))
        .thenApply(RequestLocks::parse);
  }

  static Answer parse(String line) {
    if (line.startsWith("all ")) {
      return new Answer.All(sequences(line, Words.split(SCRIPT, line, 2)[1]));
    }
    if (line.startsWith("held ") || line.startsWith("used ")) {
      String[] words = Words.split(SCRIPT, line, 3);
      int place = (int) Math.min(Words.number(SCRIPT, line, words[1]), Integer.MAX_VALUE) - 1;
      return new Answer.Stopped(place, words[0].equals("held"), sequences(line, words[2]));
    }
    return switch (line) {
      case "exhausted" -> Answer.Plain.EXHAUSTED;
      case "gone" -> Answer.Plain.GONE;
      case "stale" -> Answer.Plain.STALE;
      default -> throw Words.unknown(SCRIPT, line);
    };
  }

  private static List<Long> sequences(String line, String words) {
    if (words.equals("-")) {
      return List.of();
    }
    List<Long> sequences = new ArrayList<>();
    for (String word : words.split(",", -1)) {
      sequences.add(Words.number(SCRIPT, line, word));
    }
    return sequences;
  }
}
