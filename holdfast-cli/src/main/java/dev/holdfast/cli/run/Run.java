package dev.holdfast.cli.run;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastException;
import dev.holdfast.Lease;
import dev.holdfast.LockClient;
import dev.holdfast.LockClientBuilder;
import dev.holdfast.LockNotAcquiredException;
import dev.holdfast.cli.report.Notices;
import dev.holdfast.embedded.EmbeddedRedisException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** One {@code holdfast run} from its options to its exit code. Must be on the main thread. */
public final class Run {

  private static final String CLIENT_NAME = "holdfast-run";

  /** What a slow start of the driver and a slow network may need, however short the wait. */
  private static final Duration CONNECT_WAIT_MIN = Duration.ofSeconds(2);

  private final RunOptions options;
  private final Notices notices;
  private final Map<String, String> environment;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

  public Run(RunOptions options, Notices notices, Map<String, String> environment) {
    this.options = options;
    this.notices = notices;
    this.environment = environment;
  }

  /** Does it, and gives the exit code. */
  public int execute() throws InterruptedException {
    Optional<CommandCheck.Problem> problem =
        new CommandCheck(environment).problem(options.command().get(0));
    if (problem.isPresent()) {
      return fail(new Failure(problem.get().code(), problem.get().message()));
    }
    try (StoreUse store = StoreUse.open(options.url(), notices);
        LockClient client = connect(store)) {
      return waitAndGuard(client);
    } catch (IllegalArgumentException | EmbeddedRedisException | HoldfastException e) {
      return fail(Failure.of(e));
    }
  }

  private LockClient connect(StoreUse store) {
    LockClientBuilder builder = LockClient.builder(store.uri()).clientName(CLIENT_NAME);
    options.ttl().ifPresent(builder::sessionTtl);
    options.waitMax().ifPresent(wait -> builder.connectWait(connectWait(wait)));
    return builder.connect();
  }

  private static Duration connectWait(Duration wait) {
    return wait.compareTo(CONNECT_WAIT_MIN) > 0 ? wait : CONNECT_WAIT_MIN;
  }

  private int waitAndGuard(LockClient client) throws InterruptedException {
    DistributedLock lock = lock(client);
    try (Signals signals = Signals.route(events)) {
      Waiting.End end = new Waiting(events, notices).await(lock, options, client.store());
      if (end instanceof Waiting.Granted granted) {
        return guard(granted.lease(), client);
      } else if (end instanceof Waiting.Stopped stopped) {
        return stopped.exitCode();
      }
      return notGranted(((Waiting.Failed) end).cause());
    }
  }

  private DistributedLock lock(LockClient client) {
    DistributedLock lock = client.lock(options.name());
    if (options.fair()) {
      lock = lock.fair();
    }
    if (options.leaseTime().isPresent()) {
      lock = lock.leaseTime(options.leaseTime().get());
    }
    return options.note().isPresent() ? lock.note(options.note().get()) : lock;
  }

  private int guard(Lease lease, LockClient client) throws InterruptedException {
    List<String> tether = options.tethered() ? Tether.words(environment) : List.of();
    Optional<Duration> expiresIn = expiresIn(lease, client);
    Command command;
    try {
      command =
          Command.start(
              tether,
              options.command(),
              learns -> CommandEnvironment.put(learns, lease, client.store(), expiresIn));
    } catch (IOException e) {
      CommandCheck.Problem problem = CommandCheck.refused(options.command().get(0), e);
      return fail(new Failure(problem.code(), problem.message()));
    }
    Duration ttl = client.sessionTtl();
    Duration lasts = options.leaseTime().filter(time -> time.compareTo(ttl) < 0).orElse(ttl);
    LeaseWatch watch = new LeaseWatch(lease, options.killAfter(), lasts);
    return new Guarding(lease, command, watch, events, notices).untilEnd();
  }

  /**
   * A lease that outlasts the session's TTL shows the rest of the session, which will be renewed;
   * its own rest is its whole time, less what clocks may run apart.
   */
  private Optional<Duration> expiresIn(Lease lease, LockClient client) {
    return options
        .leaseTime()
        .map(
            time ->
                time.compareTo(client.sessionTtl()) < 0
                    ? lease.remaining()
                    : time.minus(time.dividedBy(100)));
  }

  private int notGranted(Throwable cause) {
    Failure failure = Failure.of(cause);
    if (cause instanceof LockNotAcquiredException && options.busyExitCode().isPresent()) {
      int code = options.busyExitCode().getAsInt();
      notices.failed(options.name(), code, failure.message());
      return code;
    }
    return fail(failure);
  }

  private int fail(Failure failure) {
    notices.failed(options.name(), failure.code().code(), failure.message());
    return failure.code().code();
  }
}
