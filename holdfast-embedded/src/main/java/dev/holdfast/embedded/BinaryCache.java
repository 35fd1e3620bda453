package dev.holdfast.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The folder of unpacked executables.
 *
 * <p>A file appears under its final name only when it is complete, flushed to the disk, compared
 * with its digest and has run once. Two processes that unpack at the same moment each write a file
 * of their own and rename it; the later rename replaces a file by an equal one, and a server that
 * was started from the first keeps running.
 */
final class BinaryCache {

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path folder;

  BinaryCache(Path folder) {
    this.folder = folder;
  }

  Path find(BinaryResource resource) throws IOException {
    Path executable = folder.resolve(resource.folder()).resolve("redis-server");
    if (!Files.isExecutable(executable)) {
      unpack(resource, executable);
    }
    return executable;
  }

  private static void unpack(BinaryResource resource, Path executable) throws IOException {
    Path parent = executable.getParent();
    Files.createDirectories(parent, OWNER_ONLY);
    Path part = Files.createTempFile(parent, "redis-server-", ".part", OWNER_ONLY);
    try {
      String digest = copy(resource, part);
      if (!digest.equals(resource.sha256())) {
        throw new EmbeddedRedisException(
            ("The embedded Redis %s has the digest %s instead of %s:"
                    + " the jar that it is in was changed. %s")
                .formatted(resource.path(), digest, resource.sha256(), BinaryResource.INSTEAD),
            null);
      }
      ExecutableCheck.run(part);
      Files.move(part, executable, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static String copy(BinaryResource resource, Path part) throws IOException {
    MessageDigest sha256 = sha256();
    try (InputStream in = BinaryCache.class.getResourceAsStream(resource.path())) {
      if (in == null) {
        throw new EmbeddedRedisException(
            ("The embedded Redis %s is not on the class path: the library"
                    + " com.github.codemonstur:embedded-redis is missing, or another version. %s")
                .formatted(resource.path(), BinaryResource.INSTEAD),
            null);
      }
      try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE);
          OutputStream out = Channels.newOutputStream(channel)) {
        new DigestInputStream(in, sha256).transferTo(out);
        channel.force(true);
      }
    }
    return HexFormat.of().formatHex(sha256.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
