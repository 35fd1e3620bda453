package dev.holdfast.spi;

import dev.holdfast.LockSummary;
import java.util.List;
import java.util.Optional;

/**
 * A part of a list of what is held or waited for.
 *
 * @param found what is in it; may be empty although others follow
 * @param next where to go on; empty at the end
 */
public record ListPage(List<LockSummary> found, Optional<String> next) {

  /**
   * Copies the list.
   *
   * @param found what is in it
   * @param next where to go on
   */
  public ListPage {
    found = List.copyOf(found);
  }
}
