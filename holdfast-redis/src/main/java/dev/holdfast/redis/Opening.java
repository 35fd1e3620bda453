package dev.holdfast.redis;

import dev.holdfast.redis.connection.Link;
import dev.holdfast.redis.layout.ShardKeys;
import dev.holdfast.redis.script.OpenSession;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Opens a session in the store under a fresh id, to whose channel the link already listens. */
final class Opening {

  private Opening() {}

  /** Completes when the store has opened it. When the outcome is unknown, the id is given up. */
  static CompletionStage<Void> open(StoreParts parts, Link link, String id, Duration ttl) {
    long sentNanos = parts.context.time().nanos();
    return OpenSession.call(
            link, parts.keys, link.caller(id), parts.seen(), ttl.toMillis(), parts.description())
        .thenAccept(
            answer -> {
              if (answer instanceof OpenSession.Answer.Opened opened) {
                parts.serverClock.look(
                    link.process(), opened.serverMillis(), sentNanos, parts.context.time().nanos());
              } else if (answer instanceof OpenSession.Answer.OtherLayout other) {
                throw parts.errors.otherLayout(
                    parts.keys.layout(), other.version(), ShardKeys.LAYOUT_VERSION);
              } else {
                throw new IllegalStateException("The session id " + id + " was used before");
              }
            });
  }
}
