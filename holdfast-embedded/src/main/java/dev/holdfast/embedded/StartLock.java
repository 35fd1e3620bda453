package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes the decisions about starting a server one after the other, over all processes of the user.
 *
 * <p>It is a lock of the operating system on a file, so it ends with its process however that ends.
 * Such a lock belongs to the process, and closing any channel of the file gives it up, so a lock
 * inside the JVM stands in front of it. The file itself stays: to remove it would let two processes
 * lock two different files.
 */
final class StartLock implements AutoCloseable {

  private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();
  private static final long RETRY_MILLIS = 5;

  private final FileChannel channel;

  private StartLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Waits for the lock; it is held only while a server is looked for or started. */
  static StartLock acquire(Path file, Duration atMost) throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + atMost.toNanos();
    if (!IN_THIS_JVM.tryLock(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
      throw busy(file, atMost);
    }
    boolean locked = false;
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        locked = lock(channel, deadlineNanos);
      } finally {
        if (!locked) {
          channel.close();
        }
      }
      if (!locked) {
        throw busy(file, atMost);
      }
      return new StartLock(channel);
    } finally {
      if (!locked) {
        IN_THIS_JVM.unlock();
      }
    }
  }

  private static boolean lock(FileChannel channel, long deadlineNanos)
      throws IOException, InterruptedException {
    while (true) {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return true;
      }
      if (System.nanoTime() - deadlineNanos > 0) {
        return false;
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }

  private static EmbeddedRedisException busy(Path file, Duration atMost) {
    return new EmbeddedRedisException(
        "The embedded Redis is being started by another process of this user, which has not ended"
            + " that for "
            + atMost.toSeconds()
            + " s and holds the lock on "
            + file
            + ". If it is stopped, continue or end it.",
        null);
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      IN_THIS_JVM.unlock();
    }
  }
}
