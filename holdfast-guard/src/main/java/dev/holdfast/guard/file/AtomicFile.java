package dev.holdfast.guard.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/** Replaces files as a whole, so that it lasts. For one writer of a file at a time. */
final class AtomicFile {

  private AtomicFile() {}

  /** Returns when the content, and that it has this name, are on the disk. */
  static void replace(Path file, byte[] content) throws IOException {
    // What a dead writer has left under this name is overwritten.
    Path fresh = file.resolveSibling("." + file.getFileName() + ".holdfast-new");
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    keepRights(file, fresh);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    forceFolder(file);
  }

  private static void keepRights(Path file, Path fresh) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(fresh, PosixFileAttributeView.class);
    if (view != null && Files.exists(file)) {
      view.setPermissions(Files.getPosixFilePermissions(file));
    }
  }

  private static void forceFolder(Path file) throws IOException {
    Path folder = file.getParent();
    // Other systems than those with POSIX rights can't open a folder, and need not.
    if (folder != null && folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
