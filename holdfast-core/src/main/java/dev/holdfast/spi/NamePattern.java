package dev.holdfast.spi;

import java.util.Arrays;

/**
 * A pattern of names: {@code *} stands for any text, {@code ?} for any one character, and whatever
 * follows a {@code \} for itself. The whole name must match. Immutable.
 */
public final class NamePattern {

  private static final int ANY_TEXT = -1;
  private static final int ANY_CHARACTER = -2;

  private final String text;
  // Code points, and the two above.
  private final int[] parts;

  private NamePattern(String text) {
    this.text = text;
    this.parts = parts(text);
  }

  /**
   * Reads a pattern.
   *
   * @param text the pattern; there is none that is malformed
   * @return the pattern
   */
  public static NamePattern of(String text) {
    return new NamePattern(text);
  }

  private static int[] parts(String text) {
    int[] points = text.codePoints().toArray();
    int[] parts = new int[points.length];
    int count = 0;
    for (int i = 0; i < points.length; i++) {
      boolean escapes = points[i] == '\\' && i + 1 < points.length;
      parts[count++] =
          switch (points[i]) {
            case '*' -> ANY_TEXT;
            case '?' -> ANY_CHARACTER;
            default -> escapes ? points[++i] : points[i];
          };
    }
    return Arrays.copyOf(parts, count);
  }

  /**
   * Compares a name. However many {@code *} there are, it takes no more steps than the lengths of
   * both multiplied: when the rest behind one of them does not fit, only the last of them is made
   * longer.
   *
   * @param name the name
   * @return whether it matches
   */
  public boolean matches(String name) {
    int[] points = name.codePoints().toArray();
    int part = 0;
    int point = 0;
    int behindStar = -1;
    int starEnd = 0;
    while (point < points.length) {
      if (part < parts.length && parts[part] == ANY_TEXT) {
        behindStar = ++part;
        starEnd = point;
      } else if (part < parts.length && fits(parts[part], points[point])) {
        part++;
        point++;
      } else if (behindStar >= 0) {
        part = behindStar;
        point = ++starEnd;
      } else {
        return false;
      }
    }
    while (part < parts.length && parts[part] == ANY_TEXT) {
      part++;
    }
    return part == parts.length;
  }

  private static boolean fits(int part, int point) {
    return part == ANY_CHARACTER || part == point;
  }

  /** The pattern as it was given. */
  @Override
  public String toString() {
    return text;
  }
}
