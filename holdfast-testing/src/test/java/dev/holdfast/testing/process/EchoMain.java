package dev.holdfast.testing.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A child for the tests: answers lines, tells the time, starts a grandchild, or ends as told. */
public final class EchoMain {

  private EchoMain() {}

  /**
   * Answers until the input ends.
   *
   * @param args printed first
   * @throws IOException if the input fails
   */
  public static void main(String[] args) throws IOException {
    System.out.println("ready " + String.join(",", args));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = in.readLine();
    while (line != null) {
      switch (line) {
        case "nanos" -> System.out.println("nanos " + System.nanoTime());
        case "exit" -> System.exit(7);
        case "fail" -> throw new IllegalStateException("as you wish");
        case "child" -> {
          LineProcess child = ChildJvm.of(EchoMain.class).start();
          System.out.println("child " + child.child().pid());
        }
        default -> System.out.println("echo " + line);
      }
      line = in.readLine();
    }
  }
}
