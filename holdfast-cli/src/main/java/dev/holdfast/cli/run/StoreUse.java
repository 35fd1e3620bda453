package dev.holdfast.cli.run;

import dev.holdfast.cli.report.Notices;
import dev.holdfast.embedded.SharedRedis;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The store that was named, or the use of the shared embedded server when none was. */
final class StoreUse implements AutoCloseable {

  private final String uri;
  private final @Nullable SharedRedis embedded;

  private StoreUse(String uri, @Nullable SharedRedis embedded) {
    this.uri = uri;
    this.embedded = embedded;
  }

  static StoreUse open(Optional<String> url, Notices notices) throws InterruptedException {
    if (url.isPresent()) {
      return new StoreUse(url.get(), null);
    }
    SharedRedis embedded = SharedRedis.join();
    notices.embeddedServer(embedded.address(), embedded.startedHere());
    return new StoreUse(embedded.uriWithPassword(), embedded);
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
