package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A use of the Redis server that all processes of one user on one machine share.
 *
 * <p>The first {@link #join} starts it, on a free port of the loopback address and with a random
 * password; others that join while anyone uses it get the same one. It ends, and nothing of it
 * remains but an empty lock file, when the last user has closed its use or its process has ended,
 * in whichever way. A server that dies in between is started again within a second at the same
 * address, with its data.
 *
 * <p>What it stores is kept only while it is used. Thread-safe.
 */
public final class SharedRedis implements AutoCloseable {

  private final Endpoint endpoint;
  private final boolean startedHere;
  private final Presence presence;
  private final Path user;

  SharedRedis(Endpoint endpoint, boolean startedHere, Presence presence, Path user) {
    this.endpoint = endpoint;
    this.startedHere = startedHere;
    this.presence = presence;
    this.user = user;
  }

  /**
   * Joins the users of this user's server, and starts it if there is none. Blocks for some tens of
   * milliseconds as a rule, and for at most about a minute if the server refuses to come up.
   *
   * @return the use, to be closed
   * @throws EmbeddedRedisException if there is no Redis for this platform, if it does not come up,
   *     or if the folder of its state can't be used
   * @throws InterruptedException if the thread was interrupted while it waited
   */
  public static SharedRedis join() throws InterruptedException {
    return join(StateFolder.find(System.getenv(), System.getProperty("user.home", "")));
  }

  /**
   * Joins the users of the server whose state is in a folder, and starts it if there is none.
   *
   * @param stateFolder a folder of this user on a local disk; created if need be
   * @return the use, to be closed
   * @throws EmbeddedRedisException as for {@link #join()}
   * @throws InterruptedException if the thread was interrupted while it waited
   */
  public static SharedRedis join(Path stateFolder) throws InterruptedException {
    try {
      StateFolder.prepare(stateFolder);
      return new Joining(stateFolder, RedisBinary.locate()).join();
    } catch (IOException e) {
      throw new EmbeddedRedisException(
          ("The embedded Redis could not be started with its state in %s (%s)."
                  + " Set %s to another folder of this user, or use a Redis of your own.")
              .formatted(stateFolder, e, StateFolder.OVERRIDE),
          e);
    }
  }

  /**
   * Joins the users of this user's server if it is in use, and starts none otherwise: for those who
   * only want to see what it keeps.
   *
   * @return the use, to be closed; empty if nobody uses a server
   * @throws EmbeddedRedisException as for {@link #join()}
   * @throws InterruptedException if the thread was interrupted while it waited
   */
  public static Optional<SharedRedis> joinIfUsed() throws InterruptedException {
    return joinIfUsed(StateFolder.find(System.getenv(), System.getProperty("user.home", "")));
  }

  /**
   * As {@link #joinIfUsed()}, for the server whose state is in a folder.
   *
   * @param stateFolder the folder; it is not created
   * @return the use, to be closed; empty if nobody uses a server
   * @throws EmbeddedRedisException as for {@link #join()}
   * @throws InterruptedException if the thread was interrupted while it waited
   */
  public static Optional<SharedRedis> joinIfUsed(Path stateFolder) throws InterruptedException {
    if (!Files.isDirectory(stateFolder)) {
      return Optional.empty();
    }
    try {
      return new Joining(stateFolder, RedisBinary.locate()).joinIfUsed();
    } catch (IOException e) {
      throw new EmbeddedRedisException(
          "The state of the embedded Redis in %s can't be read (%s).".formatted(stateFolder, e), e);
    }
  }

  /**
   * How to connect, with the password: not to be shown.
   *
   * @return a URI such as {@code redis://:secret@127.0.0.1:40123}
   */
  public String uriWithPassword() {
    return endpoint.uriWithPassword();
  }

  /**
   * Where the server is, for people.
   *
   * @return a URI without the password
   */
  public String address() {
    return endpoint.address();
  }

  /**
   * Whether this use has started the server.
   *
   * @return false if it ran already
   */
  public boolean startedHere() {
    return startedHere;
  }

  /**
   * Ends the use. Without any other user the server ends too, a moment later. Later calls do
   * nothing.
   */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(user);
      presence.close();
    } catch (IOException e) {
      throw new EmbeddedRedisException("The use of the embedded Redis could not be ended: " + e, e);
    }
  }
}
