package dev.holdfast.testing.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network between clients and one server, which fails on command.
 *
 * <p>It reads the Redis protocol, so that faults can be aimed at single requests, replies and
 * pushes; {@link #ofBytes} makes one for TLS or another protocol, where only the faults of the
 * whole network are to be had. Settings hold for present and future connections, on both of its
 * sides it is plain TCP, and what it holds back is delivered later in order, as a network does.
 *
 * <p>What a process can't imitate: while bytes are black-holed, the kernel still acknowledges them.
 *
 * <p>The methods may be called from any thread, one at a time.
 */
public final class TcpProxy implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final int CONNECT_MILLIS_MAX = 5_000;

  private final String serverHost;
  private final int serverPort;
  private final Faults faults;
  private final Listener listener;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private TcpProxy(String serverHost, int serverPort, boolean framed) throws IOException {
    this.serverHost = serverHost;
    this.serverPort = serverPort;
    this.faults = new Faults(framed);
    this.listener = Listener.onFreePort(this::connect);
  }

  /**
   * Starts a proxy to a Redis server.
   *
   * @param host the server's address
   * @param port its port
   * @return the proxy, letting everything through
   */
  public static TcpProxy to(String host, int port) {
    return start(host, port, true);
  }

  /**
   * Starts a proxy that knows no messages.
   *
   * @param host the server's address
   * @param port its port
   * @return the proxy, letting everything through
   */
  public static TcpProxy ofBytes(String host, int port) {
    return start(host, port, false);
  }

  private static TcpProxy start(String host, int port, boolean framed) {
    try {
      TcpProxy proxy = new TcpProxy(host, port, framed);
      proxy.listener.start();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs on the accepting thread. Without a server the client sees its connection reset. */
  private void connect(Socket client) {
    Socket server = new Socket();
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(new InetSocketAddress(serverHost, serverPort), CONNECT_MILLIS_MAX);
      connections.removeIf(Connection::isOver);
      Connection connection = new Connection(faults.traffic().connection(), client, server, faults);
      connections.add(connection);
      connection.start();
      if (closed) {
        connection.close();
      }
    } catch (IOException e) {
      closeBoth(client, server);
    }
  }

  private static void closeBoth(Socket client, Socket server) {
    try (client;
        server) {
      client.setSoLinger(true, 0);
    } catch (IOException e) {
      // Both are out of use; there is nobody to tell.
    }
  }

  /**
   * The address that clients connect to.
   *
   * @return an IPv4 address
   */
  public String host() {
    return HOST;
  }

  /**
   * The port that clients connect to.
   *
   * @return the port, also while connections are refused
   */
  public int port() {
    return listener.port();
  }

  // Faults of the whole network.

  /**
   * Makes every packet of one direction take longer; the throughput stays.
   *
   * @param direction which way
   * @param delay zero for none; packets on their way keep theirs
   */
  public void delay(Direction direction, Duration delay) {
    faults.conditions().delay(direction, delay);
  }

  /**
   * Makes pushes take longer, so that replies overtake them.
   *
   * @param delay added to that of the direction
   */
  public void delayPushes(Duration delay) {
    requireFramed();
    faults.conditions().delayPushes(delay);
  }

  /** Lets nothing through in either direction, and nobody is told. */
  public void blackHole() {
    blackHole(Direction.TO_SERVER);
    blackHole(Direction.TO_CLIENT);
  }

  /**
   * Lets nothing through in one direction.
   *
   * @param direction which way
   */
  public void blackHole(Direction direction) {
    faults.conditions().open(direction, false);
  }

  /** Ends black holes: what was swallowed arrives now. */
  public void heal() {
    for (Direction direction : Direction.values()) {
      faults.conditions().open(direction, true);
    }
    connections.forEach(Connection::wake);
  }

  /** Closes all connections. What is on its way is lost, except behind a held request. */
  public void cut() {
    connections.forEach(connection -> connection.cut(false));
  }

  /** Like {@link #cut}, but the clients see a reset instead of an orderly end. */
  public void reset() {
    connections.forEach(connection -> connection.cut(true));
  }

  /**
   * Closes the clients' side of all connections, while the server believes that its clients are
   * still there, until {@link #cut} or {@link #close}.
   */
  public void cutClientSide() {
    connections.forEach(Connection::cutClientSide);
  }

  /**
   * Lets nothing more through on the present connections over which a client has subscribed, and
   * nobody is told. Others, and new ones, are not affected; {@link #heal} does not bring them back.
   *
   * @return how many they are
   */
  public int blackHoleSubscribers() {
    requireFramed();
    List<Connection> subscribers =
        connections.stream().filter(Connection::isOpen).filter(Connection::hasSubscribed).toList();
    subscribers.forEach(Connection::swallow);
    return subscribers.size();
  }

  /** Refuses new connections, as a host does on which nothing listens. Present ones live on. */
  public void refuse() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Lets everything through again: no delays, no black hole, no refusal, no trap that has not
   * struck. Held requests stay held, and cut connections cut.
   */
  public void restore() {
    faults.conditions().clear();
    faults.traps().disarm();
    heal();
    try {
      listener.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // Faults aimed at single messages.

  /**
   * Drops a request, which never reaches the server.
   *
   * @param match which one
   * @param after what becomes of its connection
   * @return the armed trap
   */
  public Trap dropRequest(Match match, After after) {
    return arm(Trap.Fault.DROP_REQUEST, match, after);
  }

  /**
   * Drops a reply: the server has done it, and the client does not know.
   *
   * @param match the request that it answers
   * @param after what becomes of its connection
   * @return the armed trap
   */
  public Trap dropReply(Match match, After after) {
    return arm(Trap.Fault.DROP_REPLY, match, after);
  }

  /**
   * Drops the n-th push from now on; everything else flows on.
   *
   * @param n 1 for the next one
   * @return the armed trap
   */
  public Trap dropPush(int n) {
    return arm(Trap.Fault.DROP_PUSH, Match.next().nth(n), After.SILENCE);
  }

  /**
   * Cuts a connection as soon as a request has been passed to the server, before the answer.
   *
   * @param match which one
   * @return the armed trap
   */
  public Trap cutAfter(Match match) {
    return arm(Trap.Fault.CUT_AFTER_REQUEST, match, After.CUT);
  }

  /**
   * Holds a request back until told otherwise.
   *
   * @param match which one
   * @return the handle to release it with
   */
  public HeldRequest hold(Match match) {
    requireFramed();
    return faults.traps().armHold(match);
  }

  private Trap arm(Trap.Fault fault, Match match, After after) {
    requireFramed();
    return faults.traps().arm(new Trap(fault, match, after));
  }

  private void requireFramed() {
    if (!faults.framed()) {
      throw new IllegalStateException("This proxy knows bytes, not messages");
    }
  }

  // What has been seen.

  /**
   * Requests that came, dropped and held ones included.
   *
   * @return upper-case name to number
   */
  public Map<String, Long> requests() {
    return faults.traffic().requests();
  }

  /**
   * Requests of one name that came.
   *
   * @param name in upper case
   * @return how many
   */
  public long requests(String name) {
    return requests().getOrDefault(name, 0L);
  }

  /**
   * Replies that came, dropped ones included.
   *
   * @return how many
   */
  public long replies() {
    return faults.traffic().replies();
  }

  /**
   * Pushes that came, dropped ones included; confirmations of subscriptions are replies.
   *
   * @return how many
   */
  public long pushes() {
    return faults.traffic().pushes();
  }

  /**
   * Connections that clients have made so far.
   *
   * @return how many
   */
  public long connectionsMade() {
    return faults.traffic().connections();
  }

  /**
   * Connections of which a side is still open.
   *
   * @return how many
   */
  public long connectionsOpen() {
    return connections.stream().filter(Connection::isOpen).count();
  }

  /**
   * Closes all connections and ends all threads.
   *
   * @throws IllegalStateException if bytes came that are no Redis protocol
   */
  @Override
  public void close() {
    closed = true;
    refuse();
    faults.traps().discardHeld();
    try {
      for (Connection connection : connections) {
        connection.close();
        connection.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    IOException problem = faults.problem();
    if (problem != null) {
      throw new IllegalStateException("The proxy met bytes that are no Redis protocol", problem);
    }
  }
}
