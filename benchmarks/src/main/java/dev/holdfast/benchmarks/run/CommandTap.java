package dev.holdfast.benchmarks.run;

import dev.holdfast.testing.server.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the commands that clients send, by MONITOR: the server's own counters do not tell them
 * from those that scripts call. It slows the server down, so nothing is measured meanwhile.
 */
final class CommandTap implements AutoCloseable {

  /** Time, database and client; what a script calls has the client {@code lua}. */
  private static final Pattern LINE =
      Pattern.compile("\\+[0-9.]+ \\[[0-9]+ (?<client>[^]]+)\\] \"(?<command>[^\"]*)\".*");

  private static final String OWN_COMMAND = "info";

  /** A text whose sight in a command ends the counting. */
  static final String END = "end-of-the-counted-turn";

  private static final Duration END_WAIT_MAX = Duration.ofSeconds(30);

  private final Socket socket;
  private final Thread reader;

  /** Belongs to the reader until it has ended. */
  private final Map<String, Long> sent = new TreeMap<>();

  private CommandTap(Socket socket, BufferedReader lines) {
    this.socket = socket;
    this.reader = new Thread(() -> read(lines), "command-tap");
    this.reader.setDaemon(true);
  }

  static CommandTap open(RedisServer server) throws IOException {
    Socket socket = new Socket(server.host(), server.port());
    OutputStream out = socket.getOutputStream();
    out.write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
    out.flush();
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    String answer = lines.readLine();
    if (!"+OK".equals(answer)) {
      socket.close();
      throw new IOException("MONITOR was answered with " + answer);
    }
    CommandTap tap = new CommandTap(socket, lines);
    tap.reader.start();
    return tap;
  }

  private void read(BufferedReader lines) {
    try {
      for (String line = lines.readLine();
          line != null && !line.contains(END);
          line = lines.readLine()) {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches() && !matcher.group("client").equals("lua")) {
          String command = matcher.group("command").toLowerCase(Locale.ROOT);
          if (!command.equals(OWN_COMMAND)) {
            sent.merge(command, 1L, Long::sum);
          }
        }
      }
    } catch (IOException e) {
      // Closed before the end was seen, because the turn has failed.
    }
  }

  /** Waits until a command with {@link #END} was seen, which the caller has sent. */
  Map<String, Long> awaitEnd() throws InterruptedException {
    reader.join(END_WAIT_MAX.toMillis());
    if (reader.isAlive()) {
      throw new DriverFailedException("MONITOR has not shown all within " + END_WAIT_MAX);
    }
    return Map.copyOf(sent);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
