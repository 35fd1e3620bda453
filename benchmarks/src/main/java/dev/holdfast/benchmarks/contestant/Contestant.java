package dev.holdfast.benchmarks.contestant;

/** A client of some lock library, connected to one server. */
public interface Contestant extends AutoCloseable {

  /**
   * Gives the lock of a name, for one thread's use.
   *
   * @param name the name, the same for all who are to exclude each other
   * @return the lock
   */
  BenchLock lock(String name);

  @Override
  void close();
}
