package dev.holdfast.demo.worker;

import java.util.Map;

/**
 * What a worker process is told at its start. It goes through the environment, because an address
 * may have a password.
 *
 * @param name of the worker
 * @param naive whether it locks the naive way
 * @param guarded whether it shows its token to the guard
 * @param store where the locks are
 * @param database where the counter is
 * @param lock the lock's name
 * @param ttlMillis how long a lock lasts without a renewal
 */
public record WorkerOptions(
    String name,
    boolean naive,
    boolean guarded,
    String store,
    String database,
    String lock,
    long ttlMillis) {

  private static final String PREFIX = "HOLDFAST_DEMO_";

  /** The same for another lock. */
  WorkerOptions ofLock(String other) {
    return new WorkerOptions(name, naive, guarded, store, database, other, ttlMillis);
  }

  /** As variables of an environment. */
  public Map<String, String> environment() {
    return Map.of(
        PREFIX + "NAME", name,
        PREFIX + "NAIVE", Boolean.toString(naive),
        PREFIX + "GUARDED", Boolean.toString(guarded),
        PREFIX + "STORE", store,
        PREFIX + "DATABASE", database,
        PREFIX + "LOCK", lock,
        PREFIX + "TTL", Long.toString(ttlMillis));
  }

  static WorkerOptions read(Map<String, String> environment) {
    return new WorkerOptions(
        value(environment, "NAME"),
        Boolean.parseBoolean(value(environment, "NAIVE")),
        Boolean.parseBoolean(value(environment, "GUARDED")),
        value(environment, "STORE"),
        value(environment, "DATABASE"),
        value(environment, "LOCK"),
        Long.parseLong(value(environment, "TTL")));
  }

  private static String value(Map<String, String> environment, String name) {
    String value = environment.get(PREFIX + name);
    if (value == null) {
      throw new IllegalStateException("Started by hand? " + PREFIX + name + " is not set");
    }
    return value;
  }

  /** Without addresses, which may have passwords. */
  @Override
  public String toString() {
    return "worker " + name;
  }
}
