package dev.holdfast.guard.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * The right to be alone at a file, among the threads of this JVM and all processes.
 *
 * <p>The system's lock belongs to the process, so threads are told apart here, before it is asked;
 * and it is gone when any handle of the lock file is closed, so there is one at a time. The lock
 * file itself is never replaced or deleted: two processes could then each lock their own.
 */
final class ExclusiveAccess implements AutoCloseable {

  /** Lock files that a thread of this JVM is at. Guarded by itself. */
  private static final Set<Path> TAKEN = new HashSet<>();

  private final Path lock;
  private final FileChannel channel;

  private ExclusiveAccess(Path lock, FileChannel channel) {
    this.lock = lock;
    this.channel = channel;
  }

  /** Waits until it is alone. */
  static ExclusiveAccess to(Path lock) throws IOException {
    take(lock);
    try {
      return new ExclusiveAccess(lock, locked(lock));
    } catch (IOException | RuntimeException | Error e) {
      give(lock);
      throw e;
    }
  }

  private static FileChannel locked(Path lock) throws IOException {
    FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      // Released when the channel is closed, or by the system when the process dies.
      FileLock unused = channel.lock();
      return channel;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  private static void take(Path lock) throws InterruptedIOException {
    synchronized (TAKEN) {
      while (!TAKEN.add(lock)) {
        try {
          TAKEN.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("Interrupted while waiting for " + lock);
        }
      }
    }
  }

  private static void give(Path lock) {
    synchronized (TAKEN) {
      TAKEN.remove(lock);
      TAKEN.notifyAll();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      give(lock);
    }
  }
}
