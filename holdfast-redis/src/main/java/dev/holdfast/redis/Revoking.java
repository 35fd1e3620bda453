package dev.holdfast.redis;

import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.layout.LockKeys;
import dev.holdfast.redis.layout.RevocationText;
import dev.holdfast.redis.layout.ViewText;
import dev.holdfast.redis.script.InspectLock;
import dev.holdfast.redis.script.InspectLock.Row;
import dev.holdfast.redis.script.RevokeLease;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.RevokeAnswer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Finds the holder that has a sequence, and notes with its session that the lease is taken away.
 *
 * <p>These are two calls. If the holder releases between them, its client finds a note about a
 * request that is finished, and acknowledges it: no other request is named.
 */
final class Revoking {

  private final StoreParts parts;
  private final Link link;
  private final LockKeys keys;
  private final ResourceId resource;

  Revoking(StoreParts parts, Link link, ResourceId resource) {
    this.parts = parts;
    this.link = link;
    this.resource = resource;
    this.keys = parts.keys.lock(resource);
  }

  CompletionStage<RevokeAnswer> run(long sequence, OptionalLong token, boolean force) {
    return find(sequence, 0)
        .thenCompose(
            holder ->
                holder
                    .map(row -> note(row, token, force))
                    .orElseGet(() -> CompletableFuture.completedFuture(new RevokeAnswer.NotHeld())))
        .handle(
            (answer, failure) -> {
              if (failure != null) {
                throw new CompletionException(parts.errors.of(failure, resource.name()));
              }
              return answer;
            });
  }

  private CompletionStage<Optional<Row>> find(long sequence, int skipped) {
    return InspectLock.call(link, keys, skipped)
        .thenCompose(
            page -> {
              Optional<Row> holder =
                  page.rows().stream()
                      .filter(row -> holdsAll(row) || ViewText.isSharer(row.text()))
                      .filter(row -> ViewText.sequence(row.text()) == sequence)
                      .findFirst();
              int next = skipped + Inspection.ROWS_PER_PAGE;
              return holder.isEmpty() && page.more() && next < Inspection.ROWS_MAX
                  ? find(sequence, next)
                  : CompletableFuture.completedFuture(holder);
            });
  }

  private static boolean holdsAll(Row row) {
    return row.request().isEmpty();
  }

  private CompletionStage<RevokeAnswer> note(Row row, OptionalLong token, boolean force) {
    String text = row.text();
    String request = holdsAll(row) ? ViewText.request(text) : row.request();
    String session = holdsAll(row) ? ViewText.session(text) : ViewText.sharerSession(text);
    String note = RevocationText.of(request, token, force, keys.record(), parts.description());
    return RevokeLease.call(link, parts.keys, session, note)
        .thenApply(
            answer ->
                switch (answer) {
                  case NOTED -> new RevokeAnswer.Noted(new RequestId(request), false);
                  case PENDING -> new RevokeAnswer.Noted(new RequestId(request), true);
                  case GONE -> new RevokeAnswer.NotHeld();
                  case FULL ->
                      throw parts.errors.refused(
                          "the holder's client has not acknowledged what was taken away from it"
                              + " before, and no more is kept for it",
                          resource.name(),
                          null);
                });
  }
}
