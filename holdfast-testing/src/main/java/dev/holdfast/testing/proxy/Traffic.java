package dev.holdfast.testing.proxy;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts what has come to the proxy. Safe for use by many threads. */
final class Traffic {

  private final Map<String, LongAdder> requests = new ConcurrentHashMap<>();
  private final LongAdder replies = new LongAdder();
  private final LongAdder pushes = new LongAdder();
  private final AtomicLong connections = new AtomicLong();

  void request(Request request) {
    requests.computeIfAbsent(request.name(), name -> new LongAdder()).increment();
  }

  void reply() {
    replies.increment();
  }

  void push() {
    pushes.increment();
  }

  long connection() {
    return connections.incrementAndGet();
  }

  Map<String, Long> requests() {
    Map<String, Long> counts = new TreeMap<>();
    requests.forEach((name, count) -> counts.put(name, count.sum()));
    return counts;
  }

  long replies() {
    return replies.sum();
  }

  long pushes() {
    return pushes.sum();
  }

  long connections() {
    return connections.get();
  }
}
