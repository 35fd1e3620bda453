package dev.holdfast.cli.run;

import dev.holdfast.cli.report.Notices;
import dev.holdfast.embedded.SharedRedis;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The store that was named, or the use of the shared embedded server when none was. */
final class StoreUse implements AutoCloseable {

  /** The scheme of the store inside of a process. */
  private static final String PRIVATE = "memory";

  private static final String EXCLUDES_NOBODY =
      "the store memory: is inside of this one command, so the lock excludes nobody else. Leave out"
          + " --url and HOLDFAST_URL to share an embedded Redis with all your commands on this"
          + " machine, or name a Redis: --url redis://HOST:6379";

  private final String uri;
  private final @Nullable SharedRedis embedded;

  private StoreUse(String uri, @Nullable SharedRedis embedded) {
    this.uri = uri;
    this.embedded = embedded;
  }

  static StoreUse open(Optional<String> url, Notices notices) throws InterruptedException {
    if (url.isPresent()) {
      if (isPrivate(url.get())) {
        notices.log(System.Logger.Level.WARNING, EXCLUDES_NOBODY);
      }
      return new StoreUse(url.get(), null);
    }
    SharedRedis embedded = SharedRedis.join();
    notices.embeddedServer(embedded.address(), embedded.startedHere());
    return new StoreUse(embedded.uriWithPassword(), embedded);
  }

  private static boolean isPrivate(String url) {
    return url.split(":", 2)[0].equalsIgnoreCase(PRIVATE);
  }

  String uri() {
    return uri;
  }

  @Override
  public void close() {
    if (embedded != null) {
      embedded.close();
    }
  }
}
