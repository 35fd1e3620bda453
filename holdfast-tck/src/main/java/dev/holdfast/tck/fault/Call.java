package dev.holdfast.tck.fault;

/** What a client asks of a store. */
public enum Call {
  /** {@code LockStore.connect}. */
  CONNECT,
  /** {@code LockStore.openSession}. */
  OPEN,
  /** {@code LockStore.inspect} and {@code LockStore.permits}. */
  INSPECT,
  /** {@code LockStore.list}. */
  LIST,
  /** {@code LockStore.revoke}. */
  REVOKE,
  /** {@code StoreSession.renew}. */
  RENEW,
  /** {@code StoreSession.request}. */
  REQUEST,
  /** {@code StoreSession.requestTogether}. */
  TOGETHER,
  /** {@code StoreSession.release}. */
  RELEASE,
  /** {@code StoreSession.settle}. */
  SETTLE,
  /** {@code StoreSession.shrink}. */
  SHRINK,
  /** {@code StoreSession.changePermits}. */
  PERMITS,
  /** {@code StoreSession.latch}. */
  LATCH,
  /** {@code StoreSession.acknowledge}. */
  ACKNOWLEDGE,
  /** {@code StoreSession.close}. */
  CLOSE
}
