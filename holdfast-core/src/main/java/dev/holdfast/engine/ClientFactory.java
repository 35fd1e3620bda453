package dev.holdfast.engine;

import dev.holdfast.HoldfastException;
import dev.holdfast.LockClient;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.engine.session.Callbacks;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.engine.time.SystemTime;
import dev.holdfast.engine.time.TimerThread;
import dev.holdfast.spi.DurationText;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.LockStoreProvider;
import dev.holdfast.spi.Scheduler;
import dev.holdfast.spi.StoreAddress;
import dev.holdfast.spi.StoreContext;
import dev.holdfast.spi.TimeSource;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Makes clients: the one door from the API to the engine. */
public final class ClientFactory {

  private static final Duration TTL = Duration.ofSeconds(30);

  private ClientFactory() {}

  /**
   * Connects a client.
   *
   * @param storeOptions options of the store, which win over those of the address
   */
  public static LockClient connect(
      String uri, Map<String, String> storeOptions, ClientOptions given) {
    StoreAddress address = StoreAddress.parse(uri).with(storeOptions);
    LockStoreProvider provider = StoreProviders.find(address);
    ClientOptions options = withTtlOf(address, given);
    List<Runnable> owned = new ArrayList<>();
    boolean connected = false;
    try {
      EngineContext context = context(provider, address, options, owned);
      connectStore(context, options);
      Duration ttl = options.sessionTtl().orElse(TTL);
      LockClient client = new HoldfastClient(new ClientParts(context, options, ttl, owned));
      connected = true;
      return client;
    } finally {
      if (!connected) {
        owned.forEach(Runnable::run);
      }
    }
  }

  /** The address may name the TTL; an option given in code wins. */
  private static ClientOptions withTtlOf(StoreAddress address, ClientOptions options) {
    String text = address.options().get("ttl");
    if (text == null || options.sessionTtl().isPresent()) {
      return options;
    }
    return options.withSessionTtl(DurationText.parse("ttl", text));
  }

  private static EngineContext context(
      LockStoreProvider provider,
      StoreAddress address,
      ClientOptions options,
      List<Runnable> owned) {
    TimeSource time;
    Scheduler scheduler;
    if (options.time().isPresent()) {
      time = options.time().get().source();
      scheduler = options.time().get().scheduler();
    } else {
      TimerThread timer = new TimerThread("holdfast-timer-" + options.clientName());
      owned.add(timer::close);
      time = new SystemTime();
      scheduler = timer;
    }
    LockStore store =
        provider.create(
            address,
            new StoreContext(
                options.clientName(), hostName(), ProcessHandle.current().pid(), time, scheduler));
    CallbackPool pool = new CallbackPool(options.clientName());
    owned.add(pool::close);
    Executor executor = options.callbackExecutor().orElse(pool);
    Callbacks callbacks = new Callbacks(executor, pool, time, options.listeners());
    return new EngineContext(store, time, scheduler, callbacks);
  }

  private static void connectStore(EngineContext context, ClientOptions options) {
    LockStore store = context.store();
    CompletableFuture<Void> connecting = store.connect().toCompletableFuture();
    if (options.lazyConnect()) {
      return;
    }
    long limit = Waits.checkedNanos(options.connectWait());
    HoldfastException failure;
    try {
      if (Blocking.await(connecting, limit, context.time())) {
        return;
      }
      failure =
          new StoreUnavailableException(
              "%s can't be reached: no answer in %s; check the address, and the network"
                  .formatted(store.description(), DurationText.of(options.connectWait())),
              "",
              store.address(),
              null);
    } catch (RuntimeException cause) {
      failure = Failures.of(cause, store.address());
    }
    CompletableFuture<Void> closing = store.close().toCompletableFuture();
    try {
      var unused = Blocking.await(closing, store.commandTimeout().toNanos(), context.time());
    } catch (RuntimeException closeFailure) {
      failure.addSuppressed(closeFailure);
    }
    throw failure;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "";
    }
  }
}
