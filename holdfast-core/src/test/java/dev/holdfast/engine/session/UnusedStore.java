package dev.holdfast.engine.session;

import dev.holdfast.LockView;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.Permits;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.RevokeAnswer;
import dev.holdfast.spi.SessionListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Stands where a store is required and must not be asked. */
final class UnusedStore implements LockStore {

  @Override
  public String kind() {
    return "unused";
  }

  @Override
  public String address() {
    return "unused:";
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
    return Duration.ofSeconds(2);
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
  public CompletionStage<Void> connect() {
    throw new AssertionError("not asked here");
  }

  @Override
  public CompletionStage<StoreSession> openSession(
      int shard, Duration ttl, SessionListener listener) {
    throw new AssertionError("not asked here");
  }

  @Override
  public CompletionStage<LockView> inspect(ResourceId resource) {
    throw new AssertionError("not asked here");
  }

  @Override
  public CompletionStage<Optional<Permits>> permits(ResourceId semaphore) {
    throw new AssertionError("not asked here");
  }

  @Override
  public CompletionStage<ListPage> list(NamePattern pattern, String cursor) {
    throw new AssertionError("not asked here");
  }

  @Override
  public CompletionStage<RevokeAnswer> revoke(
      ResourceId resource, long sequence, OptionalLong token, boolean force) {
    throw new AssertionError("not asked here");
  }

  @Override
  public CompletionStage<Void> close() {
    throw new AssertionError("not asked here");
  }
}
