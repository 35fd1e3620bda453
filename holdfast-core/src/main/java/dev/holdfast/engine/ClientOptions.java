package dev.holdfast.engine;

import dev.holdfast.LockListener;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The validated options of a client. */
public record ClientOptions(
    Optional<Duration> sessionTtl,
    String clientName,
    Duration defaultWait,
    Duration connectWait,
    boolean interruptOnLoss,
    boolean lazyConnect,
    Optional<Executor> callbackExecutor,
    List<LockListener> listeners,
    Optional<Time> time) {

  private static final Duration TTL_MIN = Duration.ofMillis(500);
  private static final Duration TTL_MAX = Duration.ofHours(1);

  /** Checks the session's time to live, whichever way it was given. */
  public ClientOptions {
    sessionTtl.ifPresent(ClientOptions::checkTtl);
    listeners = List.copyOf(listeners);
  }

  private static void checkTtl(Duration ttl) {
    if (ttl.compareTo(TTL_MIN) < 0 || ttl.compareTo(TTL_MAX) > 0) {
      throw new IllegalArgumentException(
          "Session TTL "
              + ttl
              + " is outside of the allowed range of 500 milliseconds (PT0.5S) to"
              + " one hour (PT1H). Mind the unit: Duration.ofSeconds(30) is the default.");
    }
  }

  /** Injected clocks and timer. */
  public record Time(TimeSource source, Scheduler scheduler) {}

  /** The defaults. */
  public static ClientOptions defaults() {
    return new ClientOptions(
        Optional.empty(),
        "holdfast",
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        false,
        false,
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  public ClientOptions withSessionTtl(Duration value) {
    return new ClientOptions(
        Optional.of(value),
        clientName,
        defaultWait,
        connectWait,
        interruptOnLoss,
        lazyConnect,
        callbackExecutor,
        listeners,
        time);
  }

  public ClientOptions withClientName(String value) {
    return new ClientOptions(
        sessionTtl,
        value,
        defaultWait,
        connectWait,
        interruptOnLoss,
        lazyConnect,
        callbackExecutor,
        listeners,
        time);
  }

  public ClientOptions withDefaultWait(Duration value) {
    return new ClientOptions(
        sessionTtl,
        clientName,
        value,
        connectWait,
        interruptOnLoss,
        lazyConnect,
        callbackExecutor,
        listeners,
        time);
  }

  public ClientOptions withConnectWait(Duration value) {
    return new ClientOptions(
        sessionTtl,
        clientName,
        defaultWait,
        value,
        interruptOnLoss,
        lazyConnect,
        callbackExecutor,
        listeners,
        time);
  }

  public ClientOptions withInterruptOnLoss(boolean value) {
    return new ClientOptions(
        sessionTtl,
        clientName,
        defaultWait,
        connectWait,
        value,
        lazyConnect,
        callbackExecutor,
        listeners,
        time);
  }

  public ClientOptions withLazyConnect(boolean value) {
    return new ClientOptions(
        sessionTtl,
        clientName,
        defaultWait,
        connectWait,
        interruptOnLoss,
        value,
        callbackExecutor,
        listeners,
        time);
  }

  public ClientOptions withCallbackExecutor(Executor value) {
    return new ClientOptions(
        sessionTtl,
        clientName,
        defaultWait,
        connectWait,
        interruptOnLoss,
        lazyConnect,
        Optional.of(value),
        listeners,
        time);
  }

  public ClientOptions withListeners(List<LockListener> value) {
    return new ClientOptions(
        sessionTtl,
        clientName,
        defaultWait,
        connectWait,
        interruptOnLoss,
        lazyConnect,
        callbackExecutor,
        value,
        time);
  }

  public ClientOptions withTime(TimeSource source, Scheduler scheduler) {
    return new ClientOptions(
        sessionTtl,
        clientName,
        defaultWait,
        connectWait,
        interruptOnLoss,
        lazyConnect,
        callbackExecutor,
        listeners,
        Optional.of(new Time(source, scheduler)));
  }
}
