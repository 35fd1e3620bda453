package dev.holdfast.guard.file;

import dev.holdfast.guard.FencingTokens;
import dev.holdfast.guard.StaleTokenException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * Refuses stale fencing tokens for a file, and replaces it as a whole: a reader sees the old
 * content or the new one, whoever dies in between.
 *
 * <p>Beside the file {@code report} stand {@code report.fence} with the highest accepted token, and
 * {@code report.fence.lock}, which is empty and locked by the system while a writer is at work. The
 * token is written, and on the disk, before the content: a writer that dies in between has raised
 * the token and written nothing, so its successor passes and an earlier holder does not. Neither of
 * the two files may be deleted while anybody may write.
 *
 * <p>Writers wait for each other, also those of other processes; a writer that is paused at its
 * work lets all others wait until it goes on or is killed. Interrupting a thread that waits ends
 * its wait with an {@link IOException}.
 *
 * <p>What it does not: it needs a file system on which locks of the system and atomic renames work
 * between all its writers, such as a local one. A file that others hold open, or a hard link to it,
 * keeps the old content. The owner of the file becomes that of the last writer; its rights are
 * kept.
 *
 * <p>Immutable; safe for use by many threads, and by many objects for one file.
 */
public final class FileGuard {

  private final Path file;
  private final Path fence;
  private final Path lock;

  private FileGuard(Path file) {
    this.file = file;
    this.fence = file.resolveSibling(file.getFileName() + ".fence");
    this.lock = file.resolveSibling(file.getFileName() + ".fence.lock");
  }

  /**
   * The guard of a file, which need not be there yet.
   *
   * @param file its path; a symbolic link stands for what it leads to now
   * @return the guard
   * @throws IOException if its folder is not there or can't be read
   */
  public static FileGuard of(Path file) throws IOException {
    if (Files.exists(file)) {
      return new FileGuard(file.toRealPath());
    }
    Path absolute = file.toAbsolutePath().normalize();
    Path name = absolute.getFileName();
    Path folder = absolute.getParent();
    if (name == null || folder == null) {
      throw new IllegalArgumentException("Not a file: " + file);
    }
    return new FileGuard(folder.toRealPath().resolve(name));
  }

  /**
   * Replaces the content. When it returns, the content is on the disk.
   *
   * @param token the fencing token of the lease under which it is written
   * @param content the whole new content
   * @throws StaleTokenException if a higher token was accepted before; nothing was written
   * @throws IOException if it can't be written; the old content is still there, or the new one is
   * @throws IllegalArgumentException if the token is not positive
   */
  public void write(long token, byte[] content) throws IOException {
    try (ExclusiveAccess access = enter(token)) {
      AtomicFile.replace(file, content);
    }
  }

  /**
   * Replaces the content by one that is made of the present one. No other writer comes in between.
   *
   * @param token the fencing token of the lease under which it is written
   * @param change gets the present content, empty if there is no file, and makes the new one; must
   *     not write to a guarded file
   * @throws StaleTokenException if a higher token was accepted before; {@code change} was not
   *     called
   * @throws IOException if it can't be read or written
   * @throws IllegalArgumentException if the token is not positive
   */
  public void update(long token, UnaryOperator<byte[]> change) throws IOException {
    try (ExclusiveAccess access = enter(token)) {
      AtomicFile.replace(file, change.apply(content().orElse(new byte[0])));
    }
  }

  /**
   * Reads the content, and lets nobody with a lower token write from now on.
   *
   * @param token the fencing token of the lease
   * @return the content; empty if there is no file
   * @throws StaleTokenException if a higher token was accepted before
   * @throws IOException if it can't be read
   * @throws IllegalArgumentException if the token is not positive
   */
  public Optional<byte[]> read(long token) throws IOException {
    try (ExclusiveAccess access = enter(token)) {
      return content();
    }
  }

  /**
   * Looks up the highest accepted token. For people and tests: it is old when it is looked at.
   *
   * @return the token; empty if none was accepted
   * @throws IOException if it can't be read, or is no token
   */
  public OptionalLong acceptedToken() throws IOException {
    String text;
    try {
      text = Files.readString(fence, StandardCharsets.US_ASCII).strip();
    } catch (NoSuchFileException none) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(FencingTokens.parse(text));
    } catch (IllegalArgumentException damaged) {
      throw new IOException(fence + " was changed by hand: " + damaged.getMessage(), damaged);
    }
  }

  /** Locks, compares, and raises the token. Whoever gets the access is alone until it is closed. */
  private ExclusiveAccess enter(long token) throws IOException {
    FencingTokens.requireToken(token);
    ExclusiveAccess access = ExclusiveAccess.to(lock);
    try {
      long accepted = acceptedToken().orElse(0);
      if (accepted > token) {
        throw new StaleTokenException(file.toString(), fence.toString(), token, accepted);
      }
      if (accepted < token) {
        AtomicFile.replace(fence, (token + "\n").getBytes(StandardCharsets.US_ASCII));
      }
      return access;
    } catch (IOException | RuntimeException | Error e) {
      access.close();
      throw e;
    }
  }

  private Optional<byte[]> content() throws IOException {
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }
}
