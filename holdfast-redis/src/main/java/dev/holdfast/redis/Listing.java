package dev.holdfast.redis;

import dev.holdfast.LockSummary;
import dev.holdfast.LockView;
import dev.holdfast.redis.connection.FoundKeys;
import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.connection.RedisErrors;
import dev.holdfast.spi.ListPage;
import dev.holdfast.spi.NamePattern;
import dev.holdfast.spi.ResourceId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Lists locks: goes through the keys of the server, some hundreds at a time, and looks at each
 * record that is among them. A record whose holder is dead and for which nobody waits is no lock.
 */
final class Listing {

  private static final Logger LOGGER = System.getLogger(Listing.class.getName());

  private static final String BEGIN = "0";

  private final StoreParts parts;
  private final Link link;
  private final NamePattern pattern;

  Listing(StoreParts parts, Link link, NamePattern pattern) {
    this.parts = parts;
    this.link = link;
    this.pattern = pattern;
  }

  /**
   * Reads a page.
   *
   * @param cursor the number of the link and where its server goes on; another server would go on
   *     elsewhere, so that a new link begins anew
   */
  CompletionStage<ListPage> page(String cursor) {
    String ours = link.epoch() + " ";
    return link.scan(
            cursor.startsWith(ours) ? cursor.substring(ours.length()) : BEGIN,
            parts.keys.records(pattern))
        .thenCompose(this::look)
        .handle(
            (page, failure) -> {
              if (failure != null) {
                throw new CompletionException(parts.errors.of(failure, ""));
              }
              return page;
            });
  }

  private CompletionStage<ListPage> look(FoundKeys found) {
    List<CompletableFuture<Optional<LockView>>> views =
        found.keys().stream()
            .distinct()
            .map(parts.keys::resourceOf)
            .flatMap(Optional::stream)
            .filter(resource -> pattern.matches(resource.name()))
            .map(this::glance)
            .toList();
    Optional<String> next =
        found.last() ? Optional.empty() : Optional.of(link.epoch() + " " + found.cursor());
    return CompletableFuture.allOf(views.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            all ->
                new ListPage(
                    views.stream()
                        .map(CompletableFuture::join)
                        .flatMap(Optional::stream)
                        .filter(LockView::inUse)
                        .map(LockSummary::of)
                        .toList(),
                    next));
  }

  /** Empty for what can't be read while its slot is being moved: the others are listed. */
  private CompletableFuture<Optional<LockView>> glance(ResourceId resource) {
    return new Inspection(parts, link, resource)
        .firstPage()
        .handle(
            (view, failure) -> {
              if (failure == null) {
                return Optional.of(view);
              }
              if (!RedisErrors.isHalfMoved(failure)) {
                throw new CompletionException(failure);
              }
              LOGGER.log(
                  Level.WARNING,
                  "''{0}'' is left out of a list, because its slot is being moved",
                  resource.name());
              return Optional.<LockView>empty();
            })
        .toCompletableFuture();
  }
}
