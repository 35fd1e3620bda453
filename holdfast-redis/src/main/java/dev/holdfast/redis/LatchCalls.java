package dev.holdfast.redis;

import dev.holdfast.redis.layout.LatchKeys;
import dev.holdfast.redis.script.AwaitLatch;
import dev.holdfast.redis.script.Caller;
import dev.holdfast.redis.script.CountLatchDown;
import dev.holdfast.redis.script.DeleteLatch;
import dev.holdfast.redis.script.InspectLatch;
import dev.holdfast.redis.script.LatchReply;
import dev.holdfast.redis.script.LeaveLatch;
import dev.holdfast.redis.script.ScriptRunner;
import dev.holdfast.redis.script.SetLatch;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The calls of a session about latches. Repeated while there is more to do. */
final class LatchCalls {

  private final StoreParts parts;
  private final RedisSession session;

  LatchCalls(StoreParts parts, RedisSession session) {
    this.parts = parts;
    this.session = session;
  }

  CompletionStage<LatchAnswer> ask(LatchRequest request) {
    return session.<LatchAnswer>call(
        request.latch().name(), new LatchAnswer.Gone(), now -> ask(now, request));
  }

  private CompletionStage<LatchAnswer> ask(SessionState at, LatchRequest request) {
    return call(at.link(), parts.keys.latch(request.latch()), at.caller(), request)
        .thenCompose(
            reply ->
                reply == LatchReply.Plain.MORE
                    ? ask(request)
                    : CompletableFuture.completedFuture(answer(at, request.latch(), reply)));
  }

  private static CompletionStage<LatchReply> call(
      ScriptRunner runner, LatchKeys keys, Caller caller, LatchRequest request) {
    String id = request.id().value();
    if (request instanceof LatchRequest.Await) {
      return AwaitLatch.call(runner, keys, caller, id);
    }
    if (request instanceof LatchRequest.SetCount set) {
      return SetLatch.call(runner, keys, caller, id, set.round(), set.count());
    }
    if (request instanceof LatchRequest.CountDown countDown) {
      return CountLatchDown.call(runner, keys, caller, id, countDown.round());
    }
    if (request instanceof LatchRequest.Delete delete) {
      return DeleteLatch.call(runner, keys, caller, delete.round());
    }
    return InspectLatch.call(runner, keys, caller);
  }

  private LatchAnswer answer(SessionState at, ResourceId latch, LatchReply reply) {
    if (reply instanceof LatchReply.Applied applied) {
      parts.saw(applied.state().round());
      return new LatchAnswer.Applied(applied.state());
    }
    if (reply instanceof LatchReply.Other other) {
      parts.saw(other.state().round());
      return new LatchAnswer.Other(other.state());
    }
    return switch ((LatchReply.Plain) reply) {
      case GONE -> {
        session.gone(at);
        yield new LatchAnswer.Gone();
      }
      case EXHAUSTED -> throw parts.errors.exhausted(latch.name());
      case STALE -> throw session.stale(latch.name());
      case MORE -> throw new IllegalStateException("Handled before");
    };
  }

  /** Takes an await back. */
  CompletionStage<ReleaseAnswer> leave(ResourceId latch, RequestId id) {
    return session.call(
        latch.name(),
        new ReleaseAnswer(Outcome.GONE, false),
        now ->
            LeaveLatch.call(now.link(), parts.keys.latch(latch), now.caller(), id.value())
                .thenApply(answer -> left(now, latch, answer)));
  }

  private ReleaseAnswer left(SessionState at, ResourceId latch, LeaveLatch.Answer answer) {
    return switch (answer) {
      case LEFT -> new ReleaseAnswer(Outcome.RELEASED, false);
      case ABSENT -> new ReleaseAnswer(Outcome.NOT_HOLDING, false);
      case GONE -> {
        session.gone(at);
        yield new ReleaseAnswer(Outcome.GONE, false);
      }
      case STALE -> throw session.stale(latch.name());
    };
  }
}
