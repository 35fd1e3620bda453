package dev.holdfast;

import java.time.Instant;

/**
 * Who leads an election, as the store sees it. A picture of one moment: no decision about exclusion
 * may rest on it.
 *
 * @param candidate how the leader wants to be known: the text given to {@link LockClient#election},
 *     or the name of its client
 * @param party the client, host, process and thread
 * @param since when the term began, by the store's clock
 * @param fencingToken the token of the term, which no other term of the election has
 */
public record Leader(String candidate, LockView.Party party, Instant since, long fencingToken) {

  @Override
  public String toString() {
    return candidate + " since " + since + ", token " + fencingToken;
  }
}
