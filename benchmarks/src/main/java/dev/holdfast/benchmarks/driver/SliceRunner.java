package dev.holdfast.benchmarks.driver;

import dev.holdfast.benchmarks.contestant.BenchLock;
import dev.holdfast.benchmarks.contestant.Contestant;
import dev.holdfast.benchmarks.measure.Histogram;
import dev.holdfast.benchmarks.measure.Holds;
import dev.holdfast.benchmarks.measure.ProcessUse;
import dev.holdfast.benchmarks.measure.SliceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Runs slices, one after the other, with fresh threads on the same locks. */
final class SliceRunner {

  private static final String WORKERS = "worker";

  /**
   * What a slice gave.
   *
   * @param result the figures
   * @param holds per thread; empty if they were not wanted
   */
  record Outcome(SliceResult result, List<Holds> holds) {}

  private final List<BenchLock> locks = new ArrayList<>();
  private final Workload workload;

  SliceRunner(Contestant contestant, Workload workload) {
    this.workload = workload;
    for (int thread = 0; thread < workload.threads(); thread++) {
      locks.add(contestant.lock(workload.keyOf(thread)));
    }
  }

  Outcome run(long start, long end, boolean logsHolds) {
    List<Worker> workers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (BenchLock lock : locks) {
      Worker worker = new Worker(lock, workload, start, end, logsHolds ? new Holds() : null);
      workers.add(worker);
      threads.add(new Thread(worker, WORKERS + "-" + threads.size()));
    }
    Map<Long, ThreadUse> before = ThreadUse.ofLivingThreads();
    long cpuBefore = ThreadUse.processCpuNanos();
    threads.forEach(Thread::start);
    threads.forEach(SliceRunner::join);
    long cpu = ThreadUse.processCpuNanos() - cpuBefore;
    workers.forEach(SliceRunner::rethrow);
    ProcessUse use = use(cpu, workers, before, ThreadUse.ofLivingThreads());
    List<Holds> holds = workers.stream().map(Worker::holds).filter(Objects::nonNull).toList();
    return new Outcome(result(workers, start, use), holds);
  }

  private static SliceResult result(List<Worker> workers, long start, ProcessUse use) {
    Histogram acquire = new Histogram();
    Histogram release = new Histogram();
    Histogram cycle = new Histogram();
    long lastEnd = start;
    for (Worker worker : workers) {
      acquire.add(worker.acquire);
      release.add(worker.release);
      cycle.add(worker.cycle);
      if (worker.lastEnd - lastEnd > 0) {
        lastEnd = worker.lastEnd;
      }
    }
    return new SliceResult(cycle.count(), lastEnd - start, acquire, release, cycle, use);
  }

  private static ProcessUse use(
      long cpu, List<Worker> workers, Map<Long, ThreadUse> before, Map<Long, ThreadUse> after) {
    Map<String, Long> byThreads = new TreeMap<>();
    long allocated = 0;
    for (Map.Entry<Long, ThreadUse> entry : after.entrySet()) {
      ThreadUse now = entry.getValue();
      ThreadUse then = before.getOrDefault(entry.getKey(), new ThreadUse(now.threads(), 0, 0));
      byThreads.merge(now.threads(), now.cpuNanos() - then.cpuNanos(), Long::sum);
      allocated += now.allocatedBytes() - then.allocatedBytes();
    }
    for (Worker worker : workers) {
      byThreads.merge(WORKERS, worker.cpuNanos, Long::sum);
      allocated += worker.allocatedBytes;
    }
    byThreads.values().removeIf(nanos -> nanos == 0);
    return new ProcessUse(cpu, byThreads, allocated);
  }

  private static void rethrow(Worker worker) {
    if (worker.failure != null) {
      throw new IllegalStateException("A thread failed", worker.failure);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted in the middle of a slice", e);
    }
  }
}
