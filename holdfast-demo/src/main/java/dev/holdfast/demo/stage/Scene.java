package dev.holdfast.demo.stage;

import dev.holdfast.demo.event.Event;
import dev.holdfast.demo.event.EventLog;
import dev.holdfast.demo.event.What;
import dev.holdfast.demo.worker.WaiterMain;
import dev.holdfast.demo.worker.WorkerMain;
import dev.holdfast.demo.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stage on which one half of a demo is played: a store, a database and workers, all in
 * processes of their own but the database, and all gone when it is closed. Used by one thread, the
 * main one.
 */
public final class Scene implements AutoCloseable {

  private static final int SECRET_BYTES = 16;

  private final SceneOptions options;
  private final EventLog log;
  private final Children children;
  private final Deque<AutoCloseable> closeables = new ArrayDeque<>();
  private final String password = secret();
  private final String lock;
  private final Database database;
  private @Nullable RedisNode redis;
  private int nodes;
  private int workers;

  private Scene(SceneOptions options, EventLog log, Children children) throws SQLException {
    this.options = options;
    this.log = log;
    this.children = children;
    this.lock = "holdfast-demo:" + secret().substring(0, 8);
    this.database = Database.start("demo" + secret(), password);
    closeables.push(database);
  }

  /** Sets up the stage. */
  public static Scene open(SceneOptions options, EventLog log)
      throws IOException, SQLException, InterruptedException {
    Children children = new Children();
    boolean complete = false;
    try {
      Scene scene = new Scene(options, log, children);
      complete = true;
      return scene;
    } finally {
      if (!complete) {
        children.close();
      }
    }
  }

  private static String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Which half is played. */
  public Half half() {
    return options.half();
  }

  /** The lock's name. */
  public String lock() {
    return lock;
  }

  /** The address of the store: the user's own, or that of the demo's first server. */
  public String store() throws IOException, InterruptedException {
    Optional<String> own = options.store();
    return own.isPresent() ? own.get() : primary().uri();
  }

  /** The demo's first server. */
  public RedisNode primary() throws IOException, InterruptedException {
    if (redis == null) {
      redis = node(0);
    }
    return redis;
  }

  /** Another server, which follows the one that is reached by a port. */
  public RedisNode replica(int primaryPort) throws IOException, InterruptedException {
    return node(primaryPort);
  }

  private RedisNode node(int primaryPort) throws IOException, InterruptedException {
    nodes++;
    Path folder = children.folder().resolve("redis-" + nodes);
    return RedisNode.start(children, folder, password, primaryPort);
  }

  /** An address that leads to a server, and that can lead to another later. */
  public Door door(RedisNode node) throws IOException {
    Door door = Door.to(node.port());
    closeables.push(door);
    return door;
  }

  /** Watches who holds the lock, as a lane of the picture. */
  public void watch(String lane, String uri) throws IOException {
    closeables.push(
        half().naive()
            ? StoreWatch.naive(lane, log, uri, lock)
            : StoreWatch.holdfast(lane, log, uri, lock));
  }

  /** Starts a worker. */
  public WorkerProcess worker(String name) throws IOException, InterruptedException {
    return worker(name, store());
  }

  /** Starts a worker that finds the store at an address of its own. */
  public WorkerProcess worker(String name, String store) throws IOException {
    return start(WorkerMain.class, List.of(), name, store);
  }

  /** Starts a process in which some threads wait for the lock. */
  public WorkerProcess waiters(String name, int threads) throws IOException, InterruptedException {
    return start(WaiterMain.class, List.of(Integer.toString(threads)), name, store());
  }

  private WorkerProcess start(Class<?> main, List<String> arguments, String name, String store)
      throws IOException {
    workers++;
    WorkerOptions told =
        new WorkerOptions(
            name,
            half().naive(),
            options.guarded(),
            store + (half().naive() ? "" : half().options()),
            database.uri(),
            lock,
            options.ttl().toMillis());
    Path errors = children.folder().resolve("worker-" + workers + ".err");
    WorkerProcess worker =
        WorkerProcess.of(
            name, children.startJvm(main, arguments, told.environment(), errors), log, errors);
    closeables.push(worker::dismiss);
    return worker;
  }

  /** Tells something in words. */
  public void note(String lane, String words) {
    log.add(Event.now(lane, What.NOTE, words));
  }

  /** Tells that a worker is started. */
  public void started(String lane) {
    log.add(Event.now(lane, What.STARTED, ""));
  }

  /** Tells that a server was killed. */
  public void killed(String lane) {
    log.add(Event.now(lane, What.KILLED, ""));
  }

  /** Tells that a replica takes the place of its primary. */
  public void promoted(String lane) {
    log.add(Event.now(lane, What.PROMOTED, ""));
  }

  /** Lets time pass: how much is what the demo is about. */
  public void pass(Duration time) throws InterruptedException {
    Thread.sleep(time.toMillis());
  }

  /** Lets the watches see what has happened last. */
  public void settle() throws InterruptedException {
    pass(Duration.ofMillis(100));
  }

  /** What the database has seen. */
  public History history() throws SQLException {
    return database.history();
  }

  /** Ends everything. */
  @Override
  public void close() throws Exception {
    try {
      while (!closeables.isEmpty()) {
        closeables.pop().close();
      }
    } finally {
      children.close();
    }
  }
}
