package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the redis-server executable that ships with this module, for the platform at hand.
 *
 * <p>It is a class-path resource. The first call of a user unpacks it into a cache folder of that
 * user, {@code $XDG_CACHE_HOME/holdfast} or {@code ~/.cache/holdfast}; later calls, of other
 * processes too, only look whether it is there. The name of the folder has the version and digest,
 * so that a newer version of the library never runs an older server.
 *
 * <p>Safe for use by many threads and processes at once.
 */
public final class RedisBinary {

  private RedisBinary() {}

  /**
   * Gives the path of a redis-server that runs on this machine, unpacking it if need be. Blocks for
   * some tens of milliseconds then, and otherwise only for a look at the file system.
   *
   * @return the absolute path of an executable file; it stays where it is
   * @throws EmbeddedRedisException if there is no executable for this platform, if it does not run
   *     here (a system library is missing), or if the cache folder can't be written
   */
  public static Path locate() {
    Path cache = cacheFolder(System.getenv(), System.getProperty("user.home", "")).toAbsolutePath();
    BinaryResource resource =
        BinaryResource.forPlatform(System.getProperty("os.name"), System.getProperty("os.arch"));
    return locate(resource, cache);
  }

  static Path locate(BinaryResource resource, Path cache) {
    BinaryCache binaries = new BinaryCache(cache);
    try {
      return binaries.find(resource);
    } catch (IOException e) {
      throw new EmbeddedRedisException(
          ("The embedded Redis could not be unpacked into %s (%s)."
                  + " Set XDG_CACHE_HOME to a folder that can be written. Or: %s")
              .formatted(cache, e, BinaryResource.INSTEAD),
          e);
    }
  }

  /** The rule of the XDG base directories: a relative path counts as not set. */
  static Path cacheFolder(Map<String, String> environment, String home) {
    @Nullable String xdg = environment.get("XDG_CACHE_HOME");
    Path base = xdg != null && Path.of(xdg).isAbsolute() ? Path.of(xdg) : Path.of(home, ".cache");
    return base.resolve("holdfast");
  }
}
