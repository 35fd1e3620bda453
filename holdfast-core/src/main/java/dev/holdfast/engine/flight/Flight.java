package dev.holdfast.engine.flight;

import dev.holdfast.AcquireOutcome;
import dev.holdfast.LockKind;
import dev.holdfast.LossReason;
import java.time.Duration;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * The way to the flight recorder. It is a module that a JVM need not have, and it loads a hundred
 * classes for the first event: so nothing happens where it is missing, or before somebody records.
 */
public final class Flight {

  private static final boolean PRESENT = isPresent();

  private Flight() {}

  private static boolean isPresent() {
    try {
      Class.forName("jdk.jfr.Event", false, Flight.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  private static boolean recorded() {
    return PRESENT && Recorder.begun();
  }

  /** A request begins; null if nobody records. */
  public static @Nullable AcquireEvent acquireBegins() {
    return recorded() ? Begun.event() : null;
  }

  /** A request has its answer. */
  public static void acquireEnds(
      @Nullable AcquireEvent event, LockKind kind, String lock, AcquireOutcome outcome) {
    if (event != null) {
      event.end(kind, lock, outcome);
    }
  }

  /** A lease was released. */
  public static void held(
      LockKind kind, String lock, long fencingToken, Duration held, boolean handedOn) {
    if (recorded()) {
      new HoldEvent(kind.name(), lock, fencingToken, held.toNanos(), handedOn).commit();
    }
  }

  /** A lease was lost. */
  public static void lost(
      LockKind kind, String lock, long fencingToken, Duration held, LossReason reason) {
    if (recorded()) {
      new LostEvent(kind.name(), lock, fencingToken, held.toNanos(), reason.name()).commit();
    }
  }

  /** A renewal has its answer. */
  public static void renewed(String session, boolean success, Duration took) {
    if (recorded()) {
      new RenewalEvent(session, success, took.toNanos()).commit();
    }
  }

  /** Apart, so that nothing of the recorder is looked at before it is known to be there. */
  private static final class Recorder {

    private Recorder() {}

    static boolean begun() {
      return FlightRecorder.isInitialized();
    }
  }

  /** Apart for the same reason. */
  private static final class Begun {

    private Begun() {}

    static @Nullable AcquireEvent event() {
      AcquireEvent event = new AcquireEvent();
      if (!event.isEnabled()) {
        return null;
      }
      event.begin();
      return event;
    }
  }
}
