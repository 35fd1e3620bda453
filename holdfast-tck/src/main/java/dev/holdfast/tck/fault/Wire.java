package dev.holdfast.tck.fault;

import dev.holdfast.spi.StoreContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * One connection. A new one is made, not yet up, at the moment the one before breaks, so that news
 * of the break and of what follows stay in order.
 *
 * <pre>
 *   DOWN ── up() ──&gt; UP ── cut() ──&gt; BROKEN
 * </pre>
 *
 * <p>What changes its state or its calls is called inside the store's guard; the state may be read,
 * and letters sent, by anyone.
 */
final class Wire {

  enum State {
    DOWN,
    UP,
    BROKEN
  }

  /** Calls on their way to the store. */
  private final Pipe there;

  /** Answers and messages on their way to the client. */
  private final Pipe back;

  private final Map<Long, CompletableFuture<?>> unanswered = new LinkedHashMap<>();
  private long lastTicket;
  private volatile State state = State.DOWN;

  Wire(StoreContext context) {
    there = new Pipe(context.time(), context.scheduler());
    back = new Pipe(context.time(), context.scheduler());
  }

  State state() {
    return state;
  }

  void up() {
    if (state == State.DOWN) {
      state = State.UP;
    }
  }

  /** Breaks the connection. Returns the calls that will get no answer over it. */
  List<CompletableFuture<?>> cut() {
    state = State.BROKEN;
    List<CompletableFuture<?>> left = List.copyOf(unanswered.values());
    unanswered.clear();
    return left;
  }

  /** Notes a call. Returns the ticket to be given back when it is answered. */
  long expect(CompletableFuture<?> answer) {
    lastTicket++;
    unanswered.put(lastTicket, answer);
    return lastTicket;
  }

  void answered(long ticket) {
    unanswered.remove(ticket);
  }

  /** Sends a call; it decides itself what to do when the connection has broken meanwhile. */
  void send(Runnable call, Duration delay) {
    there.send(call, delay);
  }

  /** Brings something to the client, unless the connection breaks before it arrives. */
  void bring(Runnable news, Duration delay) {
    back.send(
        () -> {
          if (state != State.BROKEN) {
            news.run();
          }
        },
        delay);
  }

  /** Tells the client something about the connection itself, which no break can stop. */
  void tell(Runnable news) {
    back.send(news, Duration.ZERO);
  }
}
