package dev.holdfast.demo.play;

import java.util.List;

/**
 * What came of a demo.
 *
 * @param kept whether Holdfast's half kept its promise
 * @param lines the picture and the verdict for the terminal
 * @param svg the picture as a file
 */
public record Outcome(boolean kept, List<String> lines, String svg) {

  /** Copies. */
  public Outcome {
    lines = List.copyOf(lines);
  }
}
