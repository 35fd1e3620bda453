package dev.holdfast.engine.queue;

import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import java.util.concurrent.CompletableFuture;

/** What the queues of one client need of it. Thread-safe; no method blocks. */
public interface QueueHome {

  /** What the client's engine shares. */
  EngineContext context();

  /** The live session of the resource's shard. */
  CompletableFuture<ClientSession> session(ResourceId resource);

  /** A request id that was never used. */
  RequestId nextRequestId();

  /** Whether the client was closed. */
  boolean closed();

  /** Whether the thread that owns a lost hold is interrupted. */
  boolean interruptOnLoss();

  /** The queue is idle and takes no more callers; another object takes its place when needed. */
  void retire(LocalQueue queue);

  /** A thread's hold was lost, or its release has no answer, and waits for its unlock. */
  void remember(ThreadHold hold);

  /** A hold that was to be remembered was unlocked, or has made room for another. */
  void unkept(ThreadHold hold);
}
