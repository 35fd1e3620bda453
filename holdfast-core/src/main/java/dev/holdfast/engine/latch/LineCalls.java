package dev.holdfast.engine.latch;

import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.engine.session.Jitter;
import dev.holdfast.spi.LatchRequest;
import java.util.concurrent.TimeUnit;

/**
 * Makes the calls of a line to the store, and brings their answers back under its guard. Always
 * called without it. Has no state.
 */
final class LineCalls {

  private static final long RETRY_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int RETRY_DOUBLINGS_MAX = 5;

  private final LatchHome home;
  private final LatchLine line;

  LineCalls(LatchHome home, LatchLine line) {
    this.home = home;
    this.line = line;
  }

  /** Each call has a number, by which the line tells its answer from those that it gave up. */
  void open(int call) {
    var unused =
        home.session(line.resource())
            .whenComplete(
                (opened, failure) ->
                    line.step(effects -> line.onSession(call, opened, failure, effects)));
  }

  void send(ClientSession session, LatchRequest request, int call) {
    session
        .store()
        .latch(request)
        .whenComplete(
            (answer, failure) ->
                line.step(effects -> line.onAnswer(call, answer, failure, effects)));
  }

  void leave(ClientSession session, int call) {
    session
        .store()
        .release(line.resource(), line.id())
        .whenComplete(
            (answer, failure) -> line.step(effects -> line.onLeft(call, answer, failure, effects)));
  }

  /**
   * Lets the line go on after a pause that doubles with every failure in a row, less up to half.
   */
  void retryLater(int failures) {
    EngineContext context = home.context();
    long pause = RETRY_NANOS_MIN << Math.min(RETRY_DOUBLINGS_MAX, failures);
    long jittered = pause / 2 + Jitter.below(pause / 2 + 1, context.time().nanos(), line.id());
    var unused = context.scheduler().schedule(() -> line.step(line::go), jittered);
  }
}
