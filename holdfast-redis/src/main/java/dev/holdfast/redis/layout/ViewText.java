package dev.holdfast.redis.layout;

import dev.holdfast.LockView;
import dev.holdfast.LockView.Holder;
import dev.holdfast.LockView.Party;
import dev.holdfast.LockView.Waiter;
import dev.holdfast.spi.Token;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Reads the texts of holders and waiters for people. The scripts alone write them. */
public final class ViewText {

  private static final int HOLDER_WORDS = 6;
  private static final int SHARER_WORDS = 6;
  private static final int WAITER_WORDS = 5;

  private ViewText() {}

  /**
   * Reads a record: {@code FLAG BOUND SEQUENCE REQUEST SESSION ABOUT}. A sequence is the server's
   * clock in microseconds at the grant, unless the clock was behind an earlier sequence.
   */
  public static Holder holder(String record, Duration remaining, String client) {
    String[] words = words(record, HOLDER_WORDS);
    return holder(words[2], LockView.ALL_UNITS, PartyText.parse(client, words[5]), remaining);
  }

  /** Whether a text is that of a sharer, and not of a waiter. */
  public static boolean isSharer(String text) {
    return text.startsWith("h ");
  }

  /** The sequence of the grant, from a record or the text of a sharer. */
  public static long sequence(String text) {
    return Long.parseLong(words(text, HOLDER_WORDS)[2]);
  }

  /** The request that holds, from a record. */
  public static String request(String record) {
    return words(record, HOLDER_WORDS)[3];
  }

  /** The session that holds, from a record. */
  public static String session(String record) {
    return words(record, HOLDER_WORDS)[4];
  }

  /** The session that holds, from the text of a sharer. */
  public static String sharerSession(String text) {
    return words(text, SHARER_WORDS)[1];
  }

  /** Reads a sharer: {@code h SESSION SEQUENCE UNITS BOUND ABOUT}. */
  public static Holder sharer(String text, Duration remaining, String client) {
    String[] words = words(text, SHARER_WORDS);
    return holder(
        words[2], Integer.parseInt(words[3]), PartyText.parse(client, words[5]), remaining);
  }

  private static Holder holder(String digits, int units, Party party, Duration remaining) {
    long sequence = Long.parseLong(digits);
    return new Holder(
        party,
        Instant.EPOCH.plus(sequence, ChronoUnit.MICROS),
        remaining,
        Token.of(sequence, 0),
        units);
  }

  /** Reads a waiter: {@code FLAG SESSION SINCE UNITS ABOUT}. */
  public static Waiter waiter(String text, String request, String client) {
    String[] words = words(text, WAITER_WORDS);
    return new Waiter(
        PartyText.parse(client, words[4]),
        Optional.of(Instant.ofEpochMilli(Long.parseLong(words[2]))),
        request,
        words[3].equals("all") ? LockView.ALL_UNITS : Integer.parseInt(words[3]));
  }

  private static String[] words(String text, int count) {
    String[] words = text.split(" ", count);
    if (words.length < count) {
      throw new IllegalArgumentException("Not a text of ours in Redis: " + text);
    }
    return words;
  }
}
