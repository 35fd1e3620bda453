package dev.holdfast.engine.latch;

import dev.holdfast.engine.session.ClientSession;
import dev.holdfast.engine.session.EngineContext;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import java.util.concurrent.CompletableFuture;

/** What the latches of one client need of it. Thread-safe; no method blocks. */
public interface LatchHome {

  /** What the client's engine shares. */
  EngineContext context();

  /** The live session of the resource's shard. */
  CompletableFuture<ClientSession> session(ResourceId resource);

  /** A request id that was never used. */
  RequestId nextRequestId();

  /** Whether the client was closed. */
  boolean closed();
}
