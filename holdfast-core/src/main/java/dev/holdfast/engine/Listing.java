package dev.holdfast.engine;

import dev.holdfast.LockSummary;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.engine.session.Failures;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.NamePattern;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Reads a list page by page, as whoever iterates comes to it. A store may tell of a name twice
 * while others come and go; it is passed on once, as far as names are remembered. Confined to one
 * thread.
 */
final class Listing implements Iterator<LockSummary> {

  private static final int NAMES_MAX = 100_000;
  private static final int TIMEOUTS_PER_PAGE = 10;

  private record Seen(Enum<?> kind, String name) {}

  private final HoldfastClient client;
  private final NamePattern pattern;
  private final Queue<LockSummary> page = new ArrayDeque<>();
  private final Set<Seen> seen = new HashSet<>();
  private Optional<String> cursor = Optional.of("");

  Listing(HoldfastClient client, NamePattern pattern) {
    this.client = client;
    this.pattern = pattern;
  }

  @Override
  public boolean hasNext() {
    while (page.isEmpty() && cursor.isPresent()) {
      ListPage next = read(cursor.get());
      next.found().stream().filter(this::isNew).forEach(page::add);
      cursor = next.next();
    }
    return !page.isEmpty();
  }

  private boolean isNew(LockSummary found) {
    Seen it = new Seen(found.kind(), found.name());
    return seen.size() < NAMES_MAX ? seen.add(it) : !seen.contains(it);
  }

  @Override
  public LockSummary next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return page.remove();
  }

  /** A page takes the store several calls, each of which has its time-out. */
  private ListPage read(String from) {
    client.checkOpen();
    CompletableFuture<ListPage> asked =
        client.context().store().list(pattern, from).toCompletableFuture();
    long limit = client.context().store().commandTimeout().toNanos() * TIMEOUTS_PER_PAGE;
    try {
      if (Blocking.await(asked, limit, client.context().time())) {
        return asked.join();
      }
    } catch (RuntimeException failure) {
      throw Failures.of(failure, client.store());
    }
    throw new StoreUnavailableException(
        "The store " + client.store() + " did not list its locks", "", client.store(), null);
  }
}
