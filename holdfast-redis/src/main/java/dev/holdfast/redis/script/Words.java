package dev.holdfast.redis.script;

/** Takes the answer of a script apart, a line of words. */
final class Words {

  private Words() {}

  /** Splits a line that has at least so many words; more are left in the last one. */
  static String[] split(Script script, String line, int count) {
    String[] words = line.split(" ", count);
    if (words.length < count) {
      throw unknown(script, line);
    }
    return words;
  }

  /** The number that a word is. */
  static long number(Script script, String line, String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw unknown(script, line);
    }
  }

  /** The number of units that a word is. */
  static int units(Script script, String line, String word) {
    long number = number(script, line, word);
    if (number != (int) number) {
      throw unknown(script, line);
    }
    return (int) number;
  }

  /** Whether a word says that others wait. */
  static boolean others(Script script, String line, String word) {
    return switch (word) {
      case "alone" -> false;
      case "others" -> true;
      default -> throw unknown(script, line);
    };
  }

  /** The answer is none of those that the script is known to give. */
  static IllegalStateException unknown(Script script, String line) {
    return new IllegalStateException("The script " + script + " gave an unknown answer: " + line);
  }
}
