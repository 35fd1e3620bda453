package dev.holdfast.redis;

import dev.holdfast.LockView;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.layout.LockKeys;
import dev.holdfast.redis.layout.ViewText;
import dev.holdfast.redis.script.InspectLock;
import dev.holdfast.redis.script.InspectLock.Row;
import dev.holdfast.redis.script.ReadLatch;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Looks at a lock, semaphore or latch, page by page, so that no call of a long queue stops the
 * server for others.
 */
final class Inspection {

  static final int ROWS_PER_PAGE = 500;
  static final int ROWS_MAX = 100_000;

  private final StoreParts parts;
  private final Link link;
  private final ResourceId resource;
  private final LockKeys keys;
  private final List<LockView.Holder> holders = new ArrayList<>();
  private final List<LockView.Waiter> queue = new ArrayList<>();
  private long capacity;

  /** The fields are changed by one answer after the other. */
  Inspection(StoreParts parts, Link link, ResourceId resource) {
    this.parts = parts;
    this.link = link;
    this.resource = resource;
    this.keys = parts.keys.lock(resource);
  }

  /** Shows all. */
  CompletionStage<LockView> run() {
    return view(isLatch() ? count() : page(0));
  }

  /** Shows no more of those who share or wait than one call brings. */
  CompletionStage<LockView> firstPage() {
    return view(isLatch() ? count() : InspectLock.call(link, keys, 0).thenAccept(this::add));
  }

  private boolean isLatch() {
    return resource.kind() == ResourceKind.LATCH;
  }

  private CompletionStage<Void> count() {
    return ReadLatch.call(link, parts.keys.latch(resource)).thenAccept(count -> capacity = count);
  }

  private CompletionStage<LockView> view(CompletionStage<Void> pages) {
    return pages.handle(
        (done, failure) -> {
          if (failure != null) {
            throw new CompletionException(parts.errors.of(failure, resource.name()));
          }
          return new LockView(resource.name(), resource.kind().shown(), capacity, holders, queue);
        });
  }

  private CompletionStage<Void> page(int skipped) {
    return InspectLock.call(link, keys, skipped)
        .thenCompose(
            page -> {
              add(page);
              int next = skipped + ROWS_PER_PAGE;
              return page.more() && next < ROWS_MAX
                  ? page(next)
                  : CompletableFuture.completedFuture(null);
            });
  }

  private void add(InspectLock.Page page) {
    capacity = page.capacity();
    page.rows().forEach(this::add);
  }

  private void add(Row row) {
    if (row.request().isEmpty()) {
      holders.add(ViewText.holder(row.text(), row.remaining(), row.description()));
    } else if (ViewText.isSharer(row.text())) {
      holders.add(ViewText.sharer(row.text(), row.remaining(), row.description()));
    } else {
      queue.add(ViewText.waiter(row.text(), row.request(), row.description()));
    }
  }
}
