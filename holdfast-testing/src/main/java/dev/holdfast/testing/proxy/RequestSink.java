package dev.holdfast.testing.proxy;

import java.util.Optional;

/** Hands requests on to the server, or does to them what a trap says. One thread. */
final class RequestSink implements Lane.Sink {

  private final Connection connection;
  private final Faults faults;
  private final ReplyMatcher replies;
  private final Outlet server;

  /** A message was lost: nothing behind it arrives either. */
  private boolean silent;

  RequestSink(Connection connection, Faults faults, ReplyMatcher replies, Outlet server) {
    this.connection = connection;
    this.faults = faults;
    this.replies = replies;
    this.server = server;
  }

  @Override
  public void accept(Packet packet) throws InterruptedException {
    switch (packet.kind()) {
      case END -> server.end();
      case REQUEST -> request(packet);
      default -> server.write(packet.bytes());
    }
  }

  private void request(Packet packet) throws InterruptedException {
    Request request = Request.of(packet.frame());
    faults.traffic().request(request);
    if (silent || connection.isSwallowing()) {
      return;
    }
    Optional<Trap> trap = faults.traps().onRequest(request);
    if (trap.isEmpty()) {
      send(request, packet);
    } else {
      strike(trap.get(), request, packet);
    }
  }

  private void strike(Trap trap, Request request, Packet packet) throws InterruptedException {
    switch (trap.fault()) {
      case HOLD_REQUEST -> hold(trap, request, packet);
      case CUT_AFTER_REQUEST -> {
        // The client's side first, or a quick server's answer still gets through.
        connection.cutClientSide();
        send(request, packet);
        connection.cut(false);
        trap.spring();
      }
      default -> {
        silent = true;
        if (trap.after() == After.CUT) {
          connection.cut(false);
        }
        trap.spring();
      }
    }
  }

  private void hold(Trap trap, Request request, Packet packet) throws InterruptedException {
    HeldRequest held = faults.traps().heldBy(trap);
    connection.holding(true);
    trap.spring();
    if (held.awaitRelease()) {
      send(request, packet);
    } else {
      silent = true;
    }
    connection.holding(false);
  }

  private void send(Request request, Packet packet) {
    replies.expect(request);
    server.write(packet.bytes());
  }
}
