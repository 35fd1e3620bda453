package dev.holdfast.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Lets the command die with us, even when we are killed with KILL: {@code setpriv --pdeathsig KILL}
 * of util-linux asks Linux to do that, then becomes the command.
 *
 * <p>Linux takes the <em>thread</em> that started the child for its parent, so that must be the
 * main thread, which lives to the end. Not covered: what the command itself starts, programs that
 * run with the rights of another user (the system then forgets the request), and the moment before
 * setpriv has made the request.
 */
public final class Tether {

  private Tether() {}

  /** Words to put before a command; none where the system can't do this. */
  public static List<String> words(Map<String, String> environment) {
    for (String folder : (environment.getOrDefault("PATH", "") + ":/usr/bin").split(":", -1)) {
      Path setpriv = Path.of(folder.isEmpty() ? "." : folder, "setpriv");
      if (Files.isExecutable(setpriv) && !isBusyBox(setpriv)) {
        return List.of(setpriv.toString(), "--pdeathsig", "KILL", "--");
      }
    }
    return List.of();
  }

  /** BusyBox has a setpriv too, which does not know this option. */
  private static boolean isBusyBox(Path program) {
    try {
      return program.toRealPath().getFileName().toString().contains("busybox");
    } catch (IOException e) {
      return true;
    }
  }
}
