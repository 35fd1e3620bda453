package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds and prepares the folder in which the commands of one user on one machine meet.
 *
 * <p>All of them must come to the same folder, or two of them would not exclude each other. So it
 * depends on what does not differ between two terminals, a cron job and a service: the home folder
 * in the user database and the machine's name. It does not depend on {@code XDG_RUNTIME_DIR}, which
 * some of them lack and which vanishes at the last log-out, while a command may still run. The
 * machine's name is in it because a home folder may be mounted on several machines.
 */
final class StateFolder {

  /** Overrides the folder: for several separate worlds of one user, as in tests. */
  static final String OVERRIDE = "HOLDFAST_STATE_DIR";

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private StateFolder() {}

  static Path find(Map<String, String> environment, String home) {
    @Nullable String override = environment.get(OVERRIDE);
    if (override != null && !override.isEmpty()) {
      return Path.of(override).toAbsolutePath();
    }
    // "?" is what Java says for a user who is not in the user database.
    String base = home.isEmpty() || home.equals("?") ? environment.getOrDefault("HOME", "") : home;
    if (base.isEmpty()) {
      throw new EmbeddedRedisException(
          "The embedded Redis needs a folder for its state, but this user has no home folder."
              + " Set "
              + OVERRIDE
              + " to a folder of this user.",
          null);
    }
    return Path.of(base, ".cache", "holdfast", "shared-redis-" + machineName(environment));
  }

  private static String machineName(Map<String, String> environment) {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return environment.getOrDefault("HOSTNAME", "local").replace('/', '_');
    }
  }

  /** Creates the folder if need be, and lets nobody but its owner in. */
  static void prepare(Path folder) throws IOException {
    FileAttribute<?> ownerOnly = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    Files.createDirectories(folder, ownerOnly);
    PosixFileAttributeView view =
        Files.getFileAttributeView(folder, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (!view.readAttributes().permissions().equals(OWNER_ONLY)) {
      view.setPermissions(OWNER_ONLY); // Refused by the system if the folder is not ours.
    }
  }
}
