package dev.holdfast.tck.fault;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An address for {@link dev.holdfast.LockClient#connect} that leads to a store through a {@link
 * FaultyStore}. Thread-safe.
 */
public final class BadNetwork implements AutoCloseable {

  /** The scheme of such addresses. */
  static final String SCHEME = "faulty";

  private static final Map<String, BadNetwork> NETWORKS = new ConcurrentHashMap<>();
  private static final AtomicLong LAST_ID = new AtomicLong();

  private final String id = "network-" + LAST_ID.incrementAndGet();
  private final String storeUri;
  private final Faults faults;
  private final List<FaultyStore> stores = new CopyOnWriteArrayList<>();

  private BadNetwork(String storeUri, Faults faults) {
    this.storeUri = storeUri;
    this.faults = faults;
  }

  /**
   * Makes an address.
   *
   * @param storeUri the store's own address
   * @param faults what goes wrong
   * @return the network, to be closed
   */
  public static BadNetwork before(String storeUri, Faults faults) {
    BadNetwork network = new BadNetwork(storeUri, faults);
    NETWORKS.put(network.id, network);
    return network;
  }

  /**
   * The address.
   *
   * @return for clients to connect to
   */
  public String uri() {
    return SCHEME + "://" + id;
  }

  /**
   * What goes wrong.
   *
   * @return the faults
   */
  public Faults faults() {
    return faults;
  }

  /**
   * The connection of the client that connected last.
   *
   * @return its store
   * @throws IllegalStateException if nobody has connected
   */
  public FaultyStore store() {
    if (stores.isEmpty()) {
      throw new IllegalStateException("Nobody has connected to " + uri());
    }
    return stores.get(stores.size() - 1);
  }

  static BadNetwork find(String id) {
    BadNetwork network = NETWORKS.get(id);
    if (network == null) {
      throw new IllegalArgumentException("There is no network '" + id + "'");
    }
    return network;
  }

  String storeUri() {
    return storeUri;
  }

  void add(FaultyStore store) {
    stores.add(store);
  }

  @Override
  public void close() {
    NETWORKS.remove(id);
  }
}
