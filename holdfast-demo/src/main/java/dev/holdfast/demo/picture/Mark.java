package dev.holdfast.demo.picture;

/**
 * Something that happens at once.
 *
 * @param kind what
 * @param at when, in seconds
 * @param label what is written beside it
 */
record Mark(Kind kind, double at, String label) {

  enum Kind {
    WRITES('W'),
    /** A write over another that the writer did not know of. */
    DAMAGES('D'),
    REFUSED('R'),
    LOST('L'),
    TURNED_DOWN('N'),
    CLEARS('C'),
    KILLED('X'),
    PROMOTED('P');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    /** For the terminal. */
    char letter() {
      return letter;
    }
  }
}
