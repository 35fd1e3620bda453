package dev.holdfast.redis.script;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A script as it is sent to Redis. Its file is named after what it does and its number of keys. */
public final class Script {

  static final Script ACKNOWLEDGE_REVOCATION = new Script("acknowledge-revocation-1.lua");
  static final Script AWAIT_LATCH = new Script("await-latch-4.lua");
  static final Script CHANGE_PERMITS = new Script("change-permits-5.lua");
  static final Script CLOSE_SESSION = new Script("close-session-2.lua");
  static final Script COUNT_LATCH_DOWN = new Script("count-latch-down-4.lua");
  static final Script DELETE_LATCH = new Script("delete-latch-4.lua");
  static final Script EXTEND_PLAIN = new Script("extend-plain-2.lua");
  static final Script EXTEND_SESSION = new Script("extend-session-1.lua");
  static final Script FREE_PLAIN = new Script("free-plain-1.lua");
  static final Script INSPECT_LATCH = new Script("inspect-latch-3.lua");
  static final Script INSPECT_LOCK = new Script("inspect-lock-6.lua");
  static final Script LEAVE_LATCH = new Script("leave-latch-2.lua");
  static final Script LOOK_PLAIN = new Script("look-plain-2.lua");
  static final Script MARK_WRITE = new Script("mark-write-1.lua");
  static final Script OPEN_SESSION = new Script("open-session-3.lua");
  static final Script RAISE_PLAIN = new Script("raise-plain-2.lua");
  static final Script READ_LATCH = new Script("read-latch-2.lua");
  static final Script READ_PERMITS = new Script("read-permits-4.lua");
  static final Script REBASE_LOCK = new Script("rebase-lock-4.lua");
  static final Script RELEASE_LOCK = new Script("release-lock-5.lua");
  static final Script REQUEST_LOCK = new Script("request-lock-5.lua");
  static final Script REQUEST_LOCKS = new Script("request-locks-1.lua");
  static final Script REVOKE_LEASE = new Script("revoke-lease-1.lua");
  static final Script SET_LATCH = new Script("set-latch-4.lua");
  static final Script SETTLE_LOCK = new Script("settle-lock-4.lua");
  static final Script SHRINK_LOCK = new Script("shrink-lock-5.lua");
  static final Script TAKE_PLAIN = new Script("take-plain-2.lua");

  /** Those of our own layout, so that a new connection can load them all at once. */
  public static final List<Script> OWN =
      List.of(
          ACKNOWLEDGE_REVOCATION,
          AWAIT_LATCH,
          CHANGE_PERMITS,
          CLOSE_SESSION,
          COUNT_LATCH_DOWN,
          DELETE_LATCH,
          EXTEND_SESSION,
          INSPECT_LATCH,
          INSPECT_LOCK,
          LEAVE_LATCH,
          MARK_WRITE,
          OPEN_SESSION,
          READ_LATCH,
          READ_PERMITS,
          REBASE_LOCK,
          RELEASE_LOCK,
          REQUEST_LOCK,
          REQUEST_LOCKS,
          REVOKE_LEASE,
          SET_LATCH,
          SETTLE_LOCK,
          SHRINK_LOCK);

  /** Those of the published format, in which other programs keep locks too. */
  public static final List<Script> PLAIN =
      List.of(EXTEND_PLAIN, FREE_PLAIN, LOOK_PLAIN, RAISE_PLAIN, TAKE_PLAIN);

  /** Every script. */
  public static final List<Script> ALL = Stream.concat(OWN.stream(), PLAIN.stream()).toList();

  /** Redis names a script in an error by its digest, and the line in its whole text. */
  private static final Pattern PLACE =
      Pattern.compile("([0-9a-f]{40}).*?user_script:(\\d+)", Pattern.DOTALL);

  private final String file;
  private final ScriptText text;
  private final Form plain;
  private final Form sharded;

  private Script(String file) {
    this.file = file;
    this.text = ScriptText.load(file);
    this.plain = Form.of(text.text());
    this.sharded = Form.of(sharded(text.text()));
  }

  /** With the commands for messages that stay within a shard. */
  private static String sharded(String text) {
    return text.replace("redis.call('PUBLISH', ", "redis.call('SPUBLISH', ")
        .replace("redis.call('PUBSUB', 'NUMSUB', ", "redis.call('PUBSUB', 'SHARDNUMSUB', ");
  }

  /**
   * A script as a kind of server takes it.
   *
   * @param text the whole text
   * @param digest the name that Redis gives to the text
   */
  public record Form(String text, String digest) {

    private static Form of(String text) {
      return new Form(text, sha1(text));
    }
  }

  /** The name of its file. */
  public String file() {
    return file;
  }

  /** The whole text, as a server outside of a Cluster takes it. */
  public String text() {
    return plain.text();
  }

  /** The name that Redis gives to {@link #text}. */
  public String digest() {
    return plain.digest();
  }

  /**
   * The form for a server.
   *
   * @param shardedMessages whether it keeps messages within the shard; then they are published by
   *     another command, and nothing else differs
   */
  public Form form(boolean shardedMessages) {
    return shardedMessages ? sharded : plain;
  }

  private boolean isNamed(String digest) {
    return plain.digest().equals(digest) || sharded.digest().equals(digest);
  }

  /** The file and line of a script that the error of a server is about. */
  public static Optional<String> place(String error) {
    Matcher place = PLACE.matcher(error);
    if (!place.find()) {
      return Optional.empty();
    }
    return ALL.stream()
        .filter(script -> script.isNamed(place.group(1)))
        .findAny()
        .map(script -> script.text.origin(Integer.parseInt(place.group(2))).orElse(script.file));
  }

  private static String sha1(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-1", e);
    }
  }

  @Override
  public String toString() {
    return file;
  }
}
