package dev.holdfast.demo.play;

import dev.holdfast.demo.event.Event;
import java.io.PrintStream;
import java.util.Locale;

/** Tells on standard output what happens, as it happens, a line for each event. */
final class Teller {

  private final PrintStream out;
  private final boolean naive;
  private long amount;
  private long zeroMicros;
  private boolean open;

  Teller(PrintStream out, boolean naive) {
    this.out = out;
    this.naive = naive;
  }

  /** Begins: what was before is not told. */
  synchronized void open(long now) {
    zeroMicros = now;
    open = true;
  }

  synchronized void tell(Event event) {
    String words = words(event);
    if (open && !words.isEmpty()) {
      double seconds = (event.micros() - zeroMicros) / 1e6;
      // One call, so that lines of two threads do not mix.
      out.print(String.format(Locale.ROOT, "%7.2f s  %-8s %s%n", seconds, event.lane(), words));
      out.flush();
    }
  }

  private String words(Event event) {
    return switch (event.what()) {
      case ASKS -> "asks for the lock";
      case TURNED_DOWN -> "is not given it: " + event.detail();
      case HOLDS -> naive ? "has the lock" : "has the lock, token " + event.detail();
      case READS -> "reads " + event.detail();
      case CHECKS -> naive ? "is about to write" : "is about to write, isHeld() is true";
      case WRITES -> ofWrite(event);
      case REFUSED -> "is refused by the database, which has accepted token " + event.detail();
      case LOST -> "is told that its lease is lost";
      case RELEASES -> naive ? "gives the lock back: DEL" : "gives the lock back";
      case CLEARS -> "clears up after the crash: DEL";
      case STARTED -> "is started again";
      case STOPPED -> "is stopped (SIGSTOP)";
      case WOKEN -> "goes on (SIGCONT)";
      case KILLED -> "is killed (SIGKILL)";
      case PROMOTED -> "takes the place of its primary";
      case HOLDER -> event.detail().isEmpty() ? "nobody holds it" : event.detail() + " holds it";
      case NOTE -> event.detail();
      case READY, DONE -> "";
    };
  }

  private String ofWrite(Event event) {
    long was = event.number(1);
    String words = "writes " + event.number(2);
    if (was != amount) {
      words += ", OVER A " + amount + " THAT IT HAS NEVER SEEN";
    }
    amount = event.number(2);
    return words;
  }
}
