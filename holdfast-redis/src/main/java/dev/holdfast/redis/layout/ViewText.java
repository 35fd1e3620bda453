package dev.holdfast.redis.layout;

import dev.holdfast.LockView.Holder;
import dev.holdfast.LockView.Waiter;
import dev.holdfast.spi.Token;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Reads the texts of holders and waiters for people. The scripts alone write them. */
public final class ViewText {

  private static final int HOLDER_WORDS = 6;
  private static final int WAITER_WORDS = 4;

  private ViewText() {}

  /**
   * Reads a record: {@code FLAG BOUND SEQUENCE REQUEST SESSION ABOUT}. A sequence is the server's
   * clock in microseconds at the grant, unless the clock was behind an earlier sequence.
   */
  public static Holder holder(String record, Duration remaining, String client) {
    String[] words = words(record, HOLDER_WORDS);
    long sequence = Long.parseLong(words[2]);
    return new Holder(
        PartyText.parse(client, words[5]),
        Instant.EPOCH.plus(sequence, ChronoUnit.MICROS),
        remaining,
        Token.of(sequence, 0));
  }

  /** Reads a waiter: {@code FLAG SESSION SINCE ABOUT}. */
  public static Waiter waiter(String text, String request, String client) {
    String[] words = words(text, WAITER_WORDS);
    return new Waiter(
        PartyText.parse(client, words[3]),
        Optional.of(Instant.ofEpochMilli(Long.parseLong(words[2]))),
        request);
  }

  private static String[] words(String text, int count) {
    String[] words = text.split(" ", count);
    if (words.length < count) {
      throw new IllegalArgumentException("Not a text of ours in Redis: " + text);
    }
    return words;
  }
}
