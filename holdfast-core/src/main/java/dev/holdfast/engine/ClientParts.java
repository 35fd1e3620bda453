package dev.holdfast.engine;

import dev.holdfast.engine.session.EngineContext;
import java.time.Duration;
import java.util.List;

/**
 * What a client is made of, and what it closes at its end.
 *
 * @param context what its engine shares
 * @param options the options as given
 * @param sessionTtl the session's time to live, from options or address
 * @param owned the timer and the callback pool, unless they were given from outside
 */
record ClientParts(
    EngineContext context, ClientOptions options, Duration sessionTtl, List<Runnable> owned) {

  void close() {
    owned.forEach(Runnable::run);
  }
}
