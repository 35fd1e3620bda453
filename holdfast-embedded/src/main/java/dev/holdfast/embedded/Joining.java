package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Joins the users of a server, whatever state the last ones have left it in.
 *
 * <pre>
 *   folder   presence has a reader   users/   what is the matter          what we do
 *   none     -                       -        nobody uses a server        start one
 *   there    yes                     there    it is in use                join
 *   there    yes                     none     it is ending                wait until the folder goes
 *   there    no                      there    its supervisor was killed   start another on the folder
 *   there    no                      none     killed while ending, or     remove the folder,
 *                                             before it was complete      start afresh
 * </pre>
 *
 * All this is done by one process at a time, under the {@link StartLock}. Only the supervisor acts
 * without it: it may seal (remove {@code users}) at any moment when nobody has joined, so the
 * creation of the own file in there is what decides.
 */
final class Joining {

  private static final Duration START_LOCK_WAIT = Duration.ofSeconds(60);

  /** Long, because a pause of the machine here must not make a living supervisor look dead. */
  private static final Duration READER_WAIT = Duration.ofSeconds(5);

  private static final Duration ENDING_WAIT = Duration.ofSeconds(10);
  private static final Duration OWN_RESTART_WAIT = Duration.ofSeconds(3);
  private static final Duration START_WAIT = Duration.ofSeconds(10);
  private static final int START_ATTEMPTS = 3;
  private static final long RETRY_MILLIS = 5;

  private final Path stateFolder;
  private final Path redisServer;
  private final ServerFolder folder;

  Joining(Path stateFolder, Path redisServer) {
    this.stateFolder = stateFolder;
    this.redisServer = redisServer;
    this.folder = new ServerFolder(stateFolder.resolve("run"));
  }

  SharedRedis join() throws IOException, InterruptedException {
    try (StartLock lock = StartLock.acquire(stateFolder.resolve("lock"), START_LOCK_WAIT)) {
      while (true) {
        @Nullable SharedRedis joined = folder.exists() ? joinExisting() : start(Endpoint.fresh());
        if (joined != null) {
          return joined;
        }
      }
    }
  }

  /**
   * Joins the users of a server if there are any; nothing is started for the one who only looks.
   */
  Optional<SharedRedis> joinIfUsed() throws IOException, InterruptedException {
    try (StartLock lock = StartLock.acquire(stateFolder.resolve("lock"), START_LOCK_WAIT)) {
      return folder.exists() ? Optional.ofNullable(joinExisting()) : Optional.empty();
    }
  }

  /** Null if the server ended meanwhile. */
  private @Nullable SharedRedis joinExisting() throws IOException, InterruptedException {
    Optional<Presence> presence = Presence.open(folder.presence(), READER_WAIT);
    if (presence.isPresent()) {
      @Nullable SharedRedis joined = join(presence.get(), false);
      if (joined == null) {
        awaitEnd();
      }
      return joined;
    }
    Optional<Endpoint> endpoint = folder.endpoint();
    if (endpoint.isPresent() && Files.exists(folder.users())) {
      ServerProbe.shutDown(endpoint.get());
      return start(endpoint.get());
    }
    folder.remove();
    return null;
  }

  private @Nullable SharedRedis start(Endpoint endpoint) throws IOException, InterruptedException {
    folder.write(endpoint);
    return join(startSupervisor(), true);
  }

  private Presence startSupervisor() throws IOException, InterruptedException {
    try (Supervisor supervisor = Supervisor.start(folder, redisServer)) {
      return Presence.open(folder.presence(), READER_WAIT)
          .orElseThrow(() -> new IOException("Nobody reads " + folder.presence()));
    }
  }

  private @Nullable SharedRedis join(Presence presence, boolean startedHere)
      throws IOException, InterruptedException {
    Path user = folder.users().resolve(ProcessHandle.current().pid() + "-" + UUID.randomUUID());
    boolean joined = false;
    try {
      Files.createFile(user);
      Endpoint endpoint = awaitServer(presence, startedHere);
      joined = true;
      return new SharedRedis(endpoint, startedHere, presence, user);
    } catch (NoSuchFileException e) {
      return null; // Sealed.
    } finally {
      if (!joined) {
        Files.deleteIfExists(user);
        presence.close();
      }
    }
  }

  /**
   * A server that died is started again by its supervisor. Only when that fails, as when another
   * process has taken its port, it is moved to another port; its data keep what is held by users
   * who don't find it there.
   */
  private Endpoint awaitServer(Presence presence, boolean justStarted)
      throws IOException, InterruptedException {
    Optional<Endpoint> known = folder.endpoint();
    if (known.isPresent()
        && ServerProbe.awaitAnswer(known.get(), justStarted ? START_WAIT : OWN_RESTART_WAIT)) {
      return known.get();
    }
    for (int attempt = 0; attempt < START_ATTEMPTS; attempt++) {
      Endpoint moved = Endpoint.fresh();
      folder.write(moved);
      presence.askForRestart();
      if (ServerProbe.awaitAnswer(moved, START_WAIT)) {
        return moved;
      }
    }
    throw new EmbeddedRedisException(
        "The embedded Redis does not come up. Its last words in %s:%n%s"
            .formatted(folder.log(), folder.logTail()),
        null);
  }

  private void awaitEnd() throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + ENDING_WAIT.toNanos();
    while (folder.exists()) {
      if (System.nanoTime() - deadlineNanos > 0) {
        folder.remove();
        return;
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }
}
