package dev.holdfast.redis.layout;

import dev.holdfast.LockView.Party;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.Revocation;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a revocation is noted in Redis: {@code REQUEST TOKEN RECORD BY}, the token being {@code *}
 * for any, and {@code !} for any by force. In record and description blanks, control characters and
 * {@code %} are written with percent signs, so that the words can be told apart, and the notes of a
 * session by line feeds.
 */
public final class RevocationText {

  private static final int WORDS = 4;
  private static final String ANY = "*";
  private static final String ANY_BY_FORCE = "!";
  private static final Pattern TOKEN = Pattern.compile("[*!]|[0-9]{1,19}");
  private static final Pattern ESCAPED = Pattern.compile("%([0-9A-F]{4})");

  private RevocationText() {}

  /**
   * Makes a note.
   *
   * @param force whether the lock passes on at once; then whichever lease is present is meant
   * @param record the key of the record of what is held
   * @param by the description of the operator's client
   */
  public static String of(
      String request, OptionalLong token, boolean force, String record, String by) {
    String any = force ? ANY_BY_FORCE : ANY;
    String lease = token.isPresent() && !force ? Long.toString(token.getAsLong()) : any;
    return request + " " + lease + " " + escaped(record) + " " + escaped(by);
  }

  /** Reads a note; empty if it has another form. */
  public static Optional<Revocation> parse(ShardKeys keys, String note) {
    String[] words = note.split(" ", -1);
    if (words.length != WORDS || !TOKEN.matcher(words[1]).matches()) {
      return Optional.empty();
    }
    boolean force = words[1].equals(ANY_BY_FORCE);
    OptionalLong token =
        words[1].equals(ANY) || force
            ? OptionalLong.empty()
            : OptionalLong.of(Long.parseUnsignedLong(words[1]));
    Optional<ResourceId> resource = keys.resourceOf(plain(words[2]));
    Party by = PartyText.parse(plain(words[3]), "");
    return resource.map(held -> new Revocation(new RequestId(words[0]), held, token, force, by));
  }

  private static String escaped(String text) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%' || Character.isISOControl(c) || Character.isWhitespace(c)) {
        word.append("%%%04X".formatted((int) c));
      } else {
        word.append(c);
      }
    }
    return word.toString();
  }

  private static String plain(String word) {
    return ESCAPED
        .matcher(word)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(found.group(1), 16))));
  }
}
