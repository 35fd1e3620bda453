package dev.holdfast.benchmarks.run;

import dev.holdfast.testing.server.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
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
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher matcher = LINE.matcher(line);
        if (matcher.matches() && !matcher.group("client").equals("lua")) {
          String command = matcher.group("command").toLowerCase(Locale.ROOT);
          if (!command.equals(OWN_COMMAND)) {
            sent.merge(command, 1L, Long::sum);
          }
        }
      }
    } catch (IOException e) {
      // The socket is closed when enough was seen.
    }
  }

  /** Ends the counting. */
  Map<String, Long> stop() throws IOException, InterruptedException {
    close();
    reader.join();
    return Map.copyOf(sent);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
