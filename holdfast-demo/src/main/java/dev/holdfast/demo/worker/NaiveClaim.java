package dev.holdfast.demo.worker;

import dev.holdfast.demo.event.What;
import dev.holdfast.demo.redis.PlainRedis;
import dev.holdfast.demo.redis.RedisAddress;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a hundred tutorials: {@code SET name value NX PX ttl} until it works, with a sleep in
 * between; {@code DEL name} in the end. Nobody renews it, nobody looks whose it is, and there is no
 * token.
 */
final class NaiveClaim implements Claim {

  static final long RETRY_MILLIS = 100;

  private final WorkerOptions options;
  private final Reporter reporter;
  private final RedisAddress address;
  private @Nullable PlainRedis redis;

  NaiveClaim(WorkerOptions options, Reporter reporter) throws IOException {
    this.options = options;
    this.reporter = reporter;
    this.address = RedisAddress.parse(options.store());
    this.redis = PlainRedis.connect(address);
  }

  @Override
  public void acquire() throws InterruptedException {
    String ttl = Long.toString(options.ttlMillis());
    while (true) {
      try {
        if (call("SET", options.lock(), options.name(), "NX", "PX", ttl) != null) {
          return;
        }
      } catch (IOException e) {
        // Tried again, as after a refusal.
        disconnect();
      }
      Thread.sleep(RETRY_MILLIS);
    }
  }

  private @Nullable String call(String... words) throws IOException {
    if (redis == null) {
      redis = PlainRedis.connect(address);
    }
    return redis.command(words);
  }

  private void disconnect() {
    try {
      if (redis != null) {
        redis.close();
      }
    } catch (IOException e) {
      // It is given up in any case.
    }
    redis = null;
  }

  @Override
  public long token() {
    return 0;
  }

  /** It was told once that it has the lock, and never asks again. */
  @Override
  public boolean believes() {
    return true;
  }

  @Override
  public void release() {
    reporter.report(What.RELEASES);
    try {
      call("DEL", options.lock());
    } catch (IOException e) {
      // The TTL will do it.
      disconnect();
    }
  }

  @Override
  public void clear() throws IOException {
    call("DEL", options.lock());
    reporter.report(What.CLEARS);
  }

  @Override
  public void close() {
    disconnect();
  }
}
