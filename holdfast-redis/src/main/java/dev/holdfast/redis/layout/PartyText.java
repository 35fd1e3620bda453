package dev.holdfast.redis.layout;

import dev.holdfast.LockView.Party;
import java.util.regex.Pattern;

/**
 * How clients and requests describe themselves in Redis, readable by people and taken apart by
 * {@code inspect} only: a client as {@code PID HOST NAME}, a request as thread, tab, note.
 */
public final class PartyText {

  private static final int TEXT_MAX = 1_000;
  private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f]");

  private PartyText() {}

  /** Describes a client. */
  public static String ofClient(long pid, String host, String client) {
    String itsHost = host.isEmpty() ? "-" : oneLine(host).replace(' ', '_');
    return pid + " " + itsHost + " " + oneLine(client);
  }

  /** Describes a request. */
  public static String ofRequest(String thread, String note) {
    return oneLine(thread) + "\t" + oneLine(note);
  }

  /** Reads both back. What does not have the form is left out. */
  public static Party parse(String client, String request) {
    String[] words = client.split(" ", 3);
    boolean described = words.length == 3 && words[0].matches("\\d{1,18}");
    int tab = request.indexOf('\t');
    return new Party(
        described ? words[2] : "",
        described && !words[1].equals("-") ? words[1] : "",
        described ? Long.parseLong(words[0]) : 0,
        tab < 0 ? request : request.substring(0, tab),
        tab < 0 ? "" : request.substring(tab + 1));
  }

  private static String oneLine(String text) {
    // Nearly every text is one already, and this runs once for every request.
    boolean controls = text.chars().anyMatch(Character::isISOControl);
    String line = controls ? CONTROLS.matcher(text).replaceAll(" ") : text;
    return line.length() <= TEXT_MAX ? line : cut(line);
  }

  /** A character of two code units is not cut in two. */
  private static String cut(String line) {
    int end = Character.isHighSurrogate(line.charAt(TEXT_MAX - 1)) ? TEXT_MAX - 1 : TEXT_MAX;
    return line.substring(0, end);
  }
}
