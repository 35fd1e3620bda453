package dev.holdfast.guard.process;

import dev.holdfast.guard.file.FileGuard;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A process that writes a file under a guard. Arguments: the file, a token, and how often it raises
 * the number in the file by one. With zero it writes until it is killed, each time with a higher
 * token and many lines that name it.
 */
public final class FileMain {

  static final int LINES = 2_000;

  private FileMain() {}

  public static void main(String[] arguments) throws Exception {
    FileGuard guard = FileGuard.of(Path.of(arguments[0]));
    long token = Long.parseLong(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    System.out.println("ready");
    for (int i = 0; i < rounds; i++) {
      guard.update(token, FileMain::plusOne);
    }
    while (rounds == 0) {
      token++;
      guard.write(token, (token + "\n").repeat(LINES).getBytes(StandardCharsets.UTF_8));
      System.out.println("written " + token);
    }
  }

  static byte[] plusOne(byte[] number) {
    String text = new String(number, StandardCharsets.UTF_8);
    int next = (text.isEmpty() ? 0 : Integer.parseInt(text)) + 1;
    return Integer.toString(next).getBytes(StandardCharsets.UTF_8);
  }
}
