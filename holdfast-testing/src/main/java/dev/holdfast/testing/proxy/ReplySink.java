package dev.holdfast.testing.proxy;

import java.util.Optional;

/** Hands replies and pushes on to the client, or drops them as a trap says. One thread. */
final class ReplySink implements Lane.Sink {

  private final Connection connection;
  private final Faults faults;
  private final ReplyMatcher replies;
  private final Outlet client;

  /** A reply was lost: nothing behind it arrives either. */
  private boolean silent;

  ReplySink(Connection connection, Faults faults, ReplyMatcher replies, Outlet client) {
    this.connection = connection;
    this.faults = faults;
    this.replies = replies;
    this.client = client;
  }

  @Override
  public void accept(Packet packet) {
    switch (packet.kind()) {
      case END -> client.end();
      case REPLY -> reply(packet);
      case PUSH -> push(packet);
      default -> client.write(packet.bytes());
    }
  }

  private void reply(Packet packet) {
    faults.traffic().reply();
    Optional<Request> request = replies.answered(packet.frame());
    if (silent || connection.isSwallowing()) {
      return;
    }
    Optional<Trap> trap = request.flatMap(faults.traps()::onReply);
    if (trap.isEmpty()) {
      client.write(packet.bytes());
      return;
    }
    silent = true;
    if (trap.get().after() == After.CUT) {
      connection.cut(false);
    }
    trap.get().spring();
  }

  /** A push stands for itself: without it, the stream is still in step. */
  private void push(Packet packet) {
    faults.traffic().push();
    if (silent || connection.isSwallowing()) {
      return;
    }
    Optional<Trap> trap = faults.traps().onPush();
    if (trap.isEmpty()) {
      client.write(packet.bytes());
    } else {
      trap.get().spring();
    }
  }
}
