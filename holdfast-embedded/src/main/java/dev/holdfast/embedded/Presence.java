package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A user's end of the pipe by which a supervisor knows that somebody is there.
 *
 * <p>Opening it succeeds exactly when a supervisor reads the other end, so it also proves that one
 * lives, which a process id in a file could not.
 */
final class Presence implements AutoCloseable {

  private final FileChannel channel;

  private Presence(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens the pipe; empty if there is none or nobody reads it. The system blocks such an open until
   * a reader comes, and nothing but a reader ends that, so a thread of its own does it. If a reader
   * comes after we have given up, the thread closes what it got.
   */
  static Optional<Presence> open(Path pipe, Duration atMost)
      throws IOException, InterruptedException {
    if (!Files.exists(pipe)) {
      return Optional.empty();
    }
    CompletableFuture<FileChannel> opened = new CompletableFuture<>();
    Thread thread = new Thread(() -> open(pipe, opened), "holdfast-presence");
    thread.setDaemon(true);
    thread.start();
    try {
      return Optional.of(new Presence(opened.get(atMost.toMillis(), TimeUnit.MILLISECONDS)));
    } catch (TimeoutException e) {
      if (!opened.cancel(false) && !opened.isCompletedExceptionally()) {
        return Optional.of(new Presence(opened.join()));
      }
      return Optional.empty();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof NoSuchFileException) {
        return Optional.empty();
      }
      throw new IOException("Could not open " + pipe, e.getCause());
    }
  }

  private static void open(Path pipe, CompletableFuture<FileChannel> opened) {
    try {
      FileChannel channel = FileChannel.open(pipe, StandardOpenOption.WRITE);
      if (!opened.complete(channel)) {
        channel.close();
      }
    } catch (IOException e) {
      opened.completeExceptionally(e);
    }
  }

  /** Asks the supervisor to start the server again. */
  void askForRestart() throws IOException {
    ByteBuffer word = ByteBuffer.wrap("restart\n".getBytes(StandardCharsets.US_ASCII));
    while (word.hasRemaining()) {
      channel.write(word);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
