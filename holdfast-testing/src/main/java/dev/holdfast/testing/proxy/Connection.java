package dev.holdfast.testing.proxy;

import dev.holdfast.testing.resp.RespFrame;
import dev.holdfast.testing.resp.RespFramer;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One connection through the proxy: a socket on each side and a lane in each direction.
 *
 * <p>The client's end travels to the server in order, behind the packets that were read before it;
 * so a request that is held or delayed still arrives after its client has gone.
 */
final class Connection {

  private static final int CHUNK_BYTES = 1 << 16;
  private static final int JOIN_MILLIS_MAX = 5_000;

  private final long number;
  private final Socket client;
  private final Socket server;
  private final Faults faults;
  private final ReplyMatcher replies = new ReplyMatcher();

  // Taken before any thread starts: a closed socket gives no streams, and a connection may be cut
  // while some of its threads have not begun.
  private final Lane.Source fromClient;
  private final Lane.Source fromServer;
  private final Lane.Sink intoServer;
  private final Lane.Sink intoClient;

  private final Lane toServer;
  private final Lane toClient;
  private final List<Thread> threads;
  private final CountDownLatch writersLeft = new CountDownLatch(2);

  /** The connection is being torn down: nothing holds its packets back any more. */
  private volatile boolean cut;

  /** The client's side is closed and the server is not told, until the latch is down. */
  private volatile boolean orphaned;

  private final CountDownLatch orphanEnded = new CountDownLatch(1);

  /** Nothing gets through any more in either direction, and nobody is told. */
  private volatile boolean swallowing;

  /** The thread that writes to the server waits for a decision about a request. */
  private volatile boolean holding;

  Connection(long number, Socket client, Socket server, Faults faults) throws IOException {
    this.number = number;
    this.client = client;
    this.server = server;
    this.faults = faults;
    this.fromClient = requests(client.getInputStream());
    this.fromServer = answers(server.getInputStream());
    this.intoServer = new RequestSink(this, faults, replies, new Outlet(server));
    this.intoClient = new ReplySink(this, faults, replies, new Outlet(client));
    this.toServer = new Lane(Direction.TO_SERVER, faults.conditions(), () -> cut);
    this.toClient = new Lane(Direction.TO_CLIENT, faults.conditions(), () -> cut);
    this.threads =
        Stream.of(
                thread("requests-in", this::readClient),
                thread("requests-out", this::writeServer),
                thread("replies-in", this::readServer),
                thread("replies-out", this::writeClient))
            .toList();
  }

  /** The work of a thread. Nobody interrupts it; the waits declare it. */
  @FunctionalInterface
  private interface Work {
    void run() throws InterruptedException;
  }

  private Thread thread(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                close();
              }
            },
            "proxy-%d-%d-%s".formatted(client.getLocalPort(), number, name));
    thread.setDaemon(true);
    return thread;
  }

  void start() {
    threads.forEach(Thread::start);
  }

  private void readClient() throws InterruptedException {
    note(toServer.readAll(fromClient));
    if (orphaned) {
      orphanEnded.await();
    }
    toServer.end();
  }

  private void readServer() throws InterruptedException {
    note(toClient.readAll(fromServer));
    toClient.end();
  }

  /** A connection that breaks is a daily event; only bytes that we can't read are a problem. */
  private void note(@Nullable IOException end) {
    if (end instanceof StreamCorruptedException) {
      faults.problem(end);
    }
  }

  private Lane.Source requests(InputStream in) {
    if (!faults.framed()) {
      return chunks(in);
    }
    RespFramer framer = new RespFramer(in);
    return () -> {
      RespFrame frame = framer.next();
      return frame == null ? null : Packet.of(Packet.Kind.REQUEST, frame);
    };
  }

  private Lane.Source answers(InputStream in) {
    if (!faults.framed()) {
      return chunks(in);
    }
    RespFramer framer = new RespFramer(in);
    return () -> {
      RespFrame frame = framer.next();
      if (frame == null) {
        return null;
      }
      return Packet.of(replies.isPush(frame) ? Packet.Kind.PUSH : Packet.Kind.REPLY, frame);
    };
  }

  private static Lane.Source chunks(InputStream in) {
    byte[] chunk = new byte[CHUNK_BYTES];
    return () -> {
      int length = in.read(chunk);
      return length < 0 ? null : Packet.of(Arrays.copyOf(chunk, length));
    };
  }

  private void writeServer() throws InterruptedException {
    toServer.writeAll(intoServer);
    writerEnded();
  }

  private void writeClient() throws InterruptedException {
    toClient.writeAll(intoClient);
    // The server has closed, so nothing can come of what the client still sends.
    closeQuietly(client);
    toServer.clear();
    writerEnded();
  }

  private void writerEnded() {
    writersLeft.countDown();
    if (writersLeft.getCount() == 0) {
      close();
    }
  }

  void holding(boolean now) {
    holding = now;
  }

  /**
   * Closes the client's side now, and lets the server see the end behind what it has been sent.
   * What is on its way is lost, unless a request of this connection is held.
   */
  void cut(boolean reset) {
    cut = true;
    orphanEnded.countDown();
    if (!holding) {
      toServer.clear();
    }
    closeClient(reset);
    toClient.clear();
    wake();
  }

  /** Closes the client's side and lets the server believe that it is still there. */
  void cutClientSide() {
    orphaned = true;
    closeClient(false);
  }

  private void closeClient(boolean reset) {
    try {
      if (reset) {
        client.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      // It is closed already.
    }
    closeQuietly(client);
  }

  /** Lets nothing more through, and stays open. */
  void swallow() {
    swallowing = true;
  }

  boolean isSwallowing() {
    return swallowing;
  }

  /** Whether its client has subscribed to a channel over it. */
  boolean hasSubscribed() {
    return replies.hasSubscribed();
  }

  void wake() {
    toServer.wake();
    toClient.wake();
  }

  /** Ends everything at once. */
  void close() {
    orphanEnded.countDown();
    closeQuietly(client);
    closeQuietly(server);
    toServer.close();
    toClient.close();
  }

  /** Whether a side is still open. */
  boolean isOpen() {
    return writersLeft.getCount() > 0;
  }

  /** Whether its threads have ended too. */
  boolean isOver() {
    return threads.stream().noneMatch(Thread::isAlive);
  }

  /** Waits until all threads have ended; after {@link #close}. */
  void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(JOIN_MILLIS_MAX);
      if (thread.isAlive()) {
        throw new IllegalStateException("Thread " + thread.getName() + " does not end");
      }
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing is lost with a socket that we do not want any more.
    }
  }
}
