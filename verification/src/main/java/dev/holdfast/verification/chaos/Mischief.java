package dev.holdfast.verification.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What is done to the workers, their networks and the server. */
enum Mischief {
  /** A process is killed, and another one started in its place. */
  KILL(2),
  /** A process is stopped for longer than its TTL, and then goes on. */
  LONG_PAUSE(3),
  /** A process is stopped for less than its TTL. */
  SHORT_PAUSE(2),
  /** The connections of a process are closed. */
  CUT(3),
  /** The connections of a process are reset. */
  RESET(3),
  /** The process sees its connections closed, the server does not. */
  HALF_CUT(2),
  /** Nothing passes in either direction, for up to two TTLs. */
  BLACK_HOLE(3),
  /** Requests pass, answers and messages don't. */
  DEAF_CLIENT(2),
  /** Everything takes longer. */
  DELAY(2),
  /** Messages take longer than answers. */
  LATE_PUSHES(2),
  /** No new connection, and the present ones are cut. */
  REFUSE(2),
  /** A request is lost, and its connection with it. */
  DROP_REQUEST(3),
  /** An answer is lost, and its connection with it. */
  DROP_REPLY(4),
  /** An answer is lost, and the connection is silent from then on. */
  SILENCE(2),
  /** A message is lost, and the connection goes on; cut a moment later. */
  DROP_PUSH(5),
  /** The server is stopped for a moment. */
  SERVER_PAUSE(2),
  /** The server is restarted with its data. */
  SERVER_RESTART(1);

  private final int weight;

  Mischief(int weight) {
    this.weight = weight;
  }

  static Mischief pick(Random random) {
    List<Mischief> lots = new ArrayList<>();
    for (Mischief mischief : values()) {
      for (int i = 0; i < mischief.weight; i++) {
        lots.add(mischief);
      }
    }
    return lots.get(random.nextInt(lots.size()));
  }
}
