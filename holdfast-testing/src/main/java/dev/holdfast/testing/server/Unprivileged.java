package dev.holdfast.testing.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs programs that refuse to run as root, for tests that root has started.
 *
 * <p>The user is the one that owns nothing, so what the program needs must be given to it.
 */
final class Unprivileged {

  private static final String USER = "nobody";
  private static final String GROUP_ID = "65534";

  private Unprivileged() {}

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  /** Makes the user the owner of a folder. No effect unless we are root. */
  static void give(Path folder) throws IOException {
    if (isRoot()) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
    }
  }

  /**
   * The command as that user; the command itself unless we are root.
   *
   * <p>A change of the user unties a process from its parent, so it is tied again.
   */
  static List<String> command(List<String> command) throws IOException {
    if (!isRoot()) {
      return command;
    }
    List<String> whole = new ArrayList<>();
    whole.addAll(List.of("setpriv", "--reuid", USER, "--regid", GROUP_ID, "--clear-groups"));
    whole.addAll(List.of("--pdeathsig", "KILL"));
    whole.addAll(command);
    return whole;
  }
}
