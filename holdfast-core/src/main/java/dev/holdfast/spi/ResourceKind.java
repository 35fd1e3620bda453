package dev.holdfast.spi;

/** What a resource is, which decides where its records live. */
public enum ResourceKind {
  /** One unit of capacity one: a mutex. */
  LOCK
}
