package dev.holdfast.memory;

import dev.holdfast.LockView;
import dev.holdfast.LockView.Party;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.memory.model.Description;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.StoreAddress;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * One client's view of a space.
 *
 * <p>A call is carried out at once by its caller's thread; its answer, like every message, comes
 * later through the mailbox on the scheduler's thread, in the order in which the space acted.
 */
final class MemoryStore implements LockStore {

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

  /** The answer of a command that has none. */
  private static final Object NOTHING = new Object();

  /**
   * The store's life; moves forward only, by whoever swaps the state.
   *
   * <pre>
   *   NEW ── connect ──&gt; CONNECTED(space) ── close ──&gt; CLOSED
   *    └──────────────────── close ────────────────────&gt; CLOSED
   * </pre>
   */
  private sealed interface State {
    record New() implements State {}

    record Connected(MemorySpace space) implements State {}

    record Closed() implements State {}
  }

  private final StoreAddress address;
  private final StoreContext context;
  private final Mailbox mailbox;
  private final AtomicReference<State> state = new AtomicReference<>(new State.New());

  /** Sessions opened here that have not ended. Touched inside commands only. */
  private final Set<String> sessions = new HashSet<>();

  /** The highest sequence that reached this client, a floor for those to come. */
  private final AtomicLong highestSeen = new AtomicLong();

  MemoryStore(StoreAddress address, StoreContext context) {
    this.address = address;
    this.context = context;
    this.mailbox = new Mailbox(context.scheduler());
  }

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public String address() {
    return address.withoutSecrets();
  }

  @Override
  public int shards() {
    return 1;
  }

  @Override
  public int shardOf(ResourceId resource) {
    return 0;
  }

  @Override
  public Duration commandTimeout() {
    return COMMAND_TIMEOUT;
  }

  @Override
  public Optional<Duration> recordTtl() {
    return Optional.empty();
  }

  @Override
  public boolean sharesUnits() {
    return true;
  }

  @Override
  public boolean takesTogether() {
    return true;
  }

  @Override
  public CompletionStage<Void> connect() {
    State now = state.get();
    if (now instanceof State.New) {
      MemorySpace space = MemorySpaces.enter(address.hosts(), context.time());
      if (!state.compareAndSet(now, new State.Connected(space))) {
        MemorySpaces.leave(space);
        return connect();
      }
    }
    return call("", turn -> NOTHING).thenAccept(nothing -> {});
  }

  @Override
  public CompletionStage<StoreSession> openSession(
      int shard, Duration ttl, SessionListener listener) {
    return call("", turn -> open(turn, ttl, listener));
  }

  private StoreSession open(Turn turn, Duration ttl, SessionListener listener) {
    String id = turn.space().nextSessionId();
    Description description = new Description(context.clientName(), context.host(), context.pid());
    turn.model().open(turn.now(), id, ttl, description);
    MemorySession session = new MemorySession(this, id, ttl, listener);
    turn.space().receive(id, session);
    sessions.add(id);
    return session;
  }

  @Override
  public CompletionStage<LockView> inspect(ResourceId resource) {
    return call(resource.name(), turn -> turn.model().inspect(turn.now(), resource));
  }

  @Override
  public CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
    return call(semaphore.name(), turn -> turn.model().permits(turn.now(), semaphore));
  }

  @Override
  public CompletionStage<ListPage> list(NamePattern pattern, String cursor) {
    return call("", turn -> turn.model().list(turn.now(), pattern, cursor));
  }

  @Override
  public CompletionStage<RevokeAnswer> revoke(
      ResourceId resource, long sequence, OptionalLong token, boolean force) {
    Party by = new Party(context.clientName(), context.host(), context.pid(), "", "");
    return call(
        resource.name(),
        turn -> turn.model().revoke(turn.now(), resource, sequence, token, force, by));
  }

  @Override
  public CompletionStage<Void> close() {
    State before = state.getAndSet(new State.Closed());
    if (before instanceof State.Connected connected) {
      MemorySpace space = connected.space();
      space.command(
          turn -> {
            sessions.forEach(space::ignore);
            sessions.clear();
            return NOTHING;
          });
      MemorySpaces.leave(space);
      // Last in the mailbox: every answer that was owed has arrived when this completes.
      CompletableFuture<Void> closed = new CompletableFuture<>();
      mailbox.post(() -> closed.complete(null));
      return closed;
    }
    return CompletableFuture.completedFuture(null);
  }

  /**
   * Carries out a call and posts its answer, inside one command so that the answer keeps its place
   * among the space's messages. The stage completes on the scheduler's thread, or has failed
   * already when there is no connection.
   */
  <T> CompletionStage<T> call(String lockName, Function<Turn, T> call) {
    if (!(state.get() instanceof State.Connected connected)) {
      return CompletableFuture.failedFuture(notConnected(lockName));
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    connected
        .space()
        .command(
            turn -> {
              if (!(state.get() instanceof State.Connected)) {
                mailbox.post(() -> answer.completeExceptionally(notConnected(lockName)));
                return NOTHING;
              }
              try {
                T result = call.apply(turn);
                mailbox.post(() -> answer.complete(result));
              } catch (IllegalStateException refused) {
                StoreRefusedException refusal =
                    new StoreRefusedException(
                        "The in-process store refused: " + refused.getMessage(),
                        lockName,
                        address(),
                        refused);
                mailbox.post(() -> answer.completeExceptionally(refusal));
              }
              return NOTHING;
            });
    return answer;
  }

  private StoreUnavailableException notConnected(String lockName) {
    boolean closed = state.get() instanceof State.Closed;
    return new StoreUnavailableException(
        "The in-process store " + address() + (closed ? " was closed" : " is not connected yet"),
        lockName,
        address(),
        null);
  }

  /** Sends something to this client. Called inside commands. */
  void post(Runnable letter) {
    mailbox.post(letter);
  }

  /**
   * Takes a session off the list of those to be left alone at the close. Called inside commands.
   */
  void ended(Turn turn, String session) {
    sessions.remove(session);
    turn.space().ignore(session);
  }

  void saw(long sequence) {
    highestSeen.accumulateAndGet(sequence, Math::max);
  }

  long seen() {
    return highestSeen.get();
  }
}
