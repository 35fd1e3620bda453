package dev.holdfast.benchmarks.driver;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.Map;

/**
 * What a thread has used since it was started.
 *
 * @param threads a name for all threads of its kind
 * @param cpuNanos CPU time
 * @param allocatedBytes heap
 */
record ThreadUse(String threads, long cpuNanos, long allocatedBytes) {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  static ThreadUse ofCurrentThread() {
    return new ThreadUse(
        kind(Thread.currentThread().getName()),
        THREADS.getCurrentThreadCpuTime(),
        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()));
  }

  /** All Java threads that live now, by id. */
  static Map<Long, ThreadUse> ofLivingThreads() {
    Map<Long, ThreadUse> uses = new HashMap<>();
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null) {
        long id = thread.getThreadId();
        long cpu = THREADS.getThreadCpuTime(id);
        long allocated = THREADS.getThreadAllocatedBytes(id);
        if (cpu >= 0 && allocated >= 0) {
          uses.put(id, new ThreadUse(kind(thread.getThreadName()), cpu, allocated));
        }
      }
    }
    return uses;
  }

  static long processCpuNanos() {
    return SYSTEM.getProcessCpuTime();
  }

  /** Threads that differ by numbers only are of one kind. Blanks would break the protocol. */
  private static String kind(String name) {
    return name.replaceAll("[-_@:]*[0-9]+", "").replaceAll("[\\s=]+", "-");
  }
}
