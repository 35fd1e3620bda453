package dev.holdfast.tck.arena;

import dev.holdfast.LockClient;
import dev.holdfast.LockClientBuilder;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.tck.StoreUnderTest;
import dev.holdfast.tck.fault.BadNetwork;
import dev.holdfast.tck.fault.Faults;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * Where one contract test plays. Makes clients, threads and names, and checks when the test has
 * ended that nothing is left of them: in the store, among the threads, among the futures.
 */
public final class Arena {

  /** The time to live of sessions unless a test says otherwise: short, since tests wait for it. */
  public static final Duration TTL = Duration.ofSeconds(3);

  private final StoreUnderTest store;
  private final String name;
  private final Leftovers check;
  private final ThreadsCheck threads = new ThreadsCheck();
  private final List<LockClient> clients = new CopyOnWriteArrayList<>();
  private final List<Visitor> visitors = new CopyOnWriteArrayList<>();
  private final List<Actor> actors = new CopyOnWriteArrayList<>();
  private final List<BadNetwork> networks = new CopyOnWriteArrayList<>();
  private final List<CompletableFuture<?>> futures = new CopyOnWriteArrayList<>();

  Arena(StoreUnderTest store, String testName) {
    this.store = store;
    this.check = new Leftovers(store);
    this.name = testName + "-" + UUID.randomUUID().toString().substring(0, 8);
  }

  /**
   * The store.
   *
   * @return the store past the library
   */
  public StoreUnderTest store() {
    return store;
  }

  /**
   * A lock name of this test's own.
   *
   * @return the same at every call
   */
  public String name() {
    return name;
  }

  /**
   * The lock of {@link #name} as the store knows it.
   *
   * @return the resource
   */
  public ResourceId resource() {
    return new ResourceId(ResourceKind.LOCK, name);
  }

  /**
   * The semaphore of {@link #name} as the store knows it.
   *
   * @return the resource
   */
  public ResourceId semaphore() {
    return new ResourceId(ResourceKind.SEMAPHORE, name);
  }

  /**
   * The latch of {@link #name} as the store knows it.
   *
   * @return the resource
   */
  public ResourceId latch() {
    return new ResourceId(ResourceKind.LATCH, name);
  }

  /**
   * Waits until the store is going to tell so many sessions of the end of a round of the latch of
   * {@link #name}.
   *
   * @param count how many
   */
  public void awaitAwaiting(int count) {
    Patience.await(count + " to await the latch").until(() -> store.awaiting(latch()) == count);
  }

  /**
   * Connects a client with sessions of {@link #TTL}.
   *
   * @return the client, closed when the test has ended
   */
  public LockClient client() {
    return client(options -> options);
  }

  /**
   * Connects a client.
   *
   * @param options changes the options
   * @return the client, closed when the test has ended
   */
  public LockClient client(UnaryOperator<LockClientBuilder> options) {
    return client(store.uri(), options);
  }

  /**
   * Connects a client over a bad network.
   *
   * @param network the network
   * @return the client, closed when the test has ended
   */
  public LockClient client(BadNetwork network) {
    return client(network.uri(), options -> options);
  }

  /**
   * Connects a client to an address.
   *
   * @param uri the address
   * @param options changes the options
   * @return the client, closed when the test has ended
   */
  public LockClient client(String uri, UnaryOperator<LockClientBuilder> options) {
    LockClientBuilder builder =
        LockClient.builder(uri).sessionTtl(TTL).clientName("client-" + (clients.size() + 1));
    LockClient client = options.apply(builder).connect();
    clients.add(client);
    return client;
  }

  /**
   * Opens a session without an engine, about the lock of {@link #name}.
   *
   * @return the visitor, closed when the test has ended
   */
  public Visitor visitor() {
    return visitor(Duration.ofSeconds(30));
  }

  /**
   * Opens a session without an engine, about the lock of {@link #name}.
   *
   * @param ttl the session's time to live
   * @return the visitor, closed when the test has ended
   */
  public Visitor visitor(Duration ttl) {
    return visitor(ttl, resource());
  }

  /**
   * Opens a session without an engine, about a resource.
   *
   * @param ttl the session's time to live
   * @param resource what its short words are about
   * @return the visitor, closed when the test has ended
   */
  public Visitor visitor(Duration ttl, ResourceId resource) {
    Visitor visitor = new Visitor(store.uri(), "visitor-" + (visitors.size() + 1), ttl, resource);
    visitors.add(visitor);
    return visitor;
  }

  /**
   * Starts a thread.
   *
   * @return the actor, ended when the test has ended
   */
  public Actor actor() {
    Actor actor = new Actor("actor-" + (actors.size() + 1));
    actors.add(actor);
    return actor;
  }

  /**
   * Puts a network in front of the store that misbehaves when told to.
   *
   * @return the network, closed when the test has ended
   */
  public BadNetwork network() {
    BadNetwork network = BadNetwork.before(store.uri(), Faults.onlyOrdered());
    networks.add(network);
    return network;
  }

  /**
   * Ends all sessions that clients have over a network; a store of several shards has one of each
   * client in every shard that is in use.
   *
   * @param network the network
   */
  public void endSessions(BadNetwork network) {
    network.store().sessions().forEach(session -> store.endSession(session.id()));
  }

  /**
   * Waits until so many requests wait in the store for the lock of {@link #name}.
   *
   * @param count how many
   */
  public void awaitQueue(int count) {
    Patience.await("a queue of " + count).until(() -> queueSize() == count);
  }

  /**
   * Counts the requests that wait in the store for the lock of {@link #name}.
   *
   * @return how many, as the first client sees it
   */
  public int queueSize() {
    return clients.get(0).lock(name).inspect().queue().size();
  }

  /**
   * Remembers a future that must be done when the test has ended.
   *
   * @param <T> its type
   * @param future the future
   * @return the same
   */
  public <T> CompletableFuture<T> watch(CompletableFuture<T> future) {
    futures.add(future);
    return future;
  }

  /** Ends what the test began and checks that nothing is left. */
  void finish() {
    check.awaitIdle(actors);
    visitors.forEach(Visitor::giveBack);
    check.awaitNothingKept();
    networks.forEach(network -> network.faults().calm());
    clients.forEach(LockClient::close);
    visitors.forEach(Visitor::close);
    actors.forEach(Actor::close);
    networks.forEach(BadNetwork::close);
    check.awaitNothingKept();
    check.awaitDone(futures);
    threads.awaitGone();
  }

  /** Ends what the test began, after a failure: checks would only hide its cause. */
  void abandon() {
    networks.forEach(network -> network.faults().calm());
    clients.forEach(LockClient::close);
    visitors.forEach(Visitor::giveBack);
    visitors.forEach(Visitor::close);
    actors.forEach(Actor::close);
    networks.forEach(BadNetwork::close);
  }
}
