package dev.holdfast.memory.model;

import dev.holdfast.LockView.Party;

/** The part of a {@link Party} that is the same for all requests of a client. */
public record Description(String client, String host, long pid) {

  Party with(String thread, String note) {
    return new Party(client, host, pid, thread, note);
  }
}
