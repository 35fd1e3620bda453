package dev.holdfast.spi;

/** What a store answers when the lease time of a granted request is set. */
public enum SettleAnswer {
  /** The deadline is set; counted by the store from the arrival of the first such call. */
  SETTLED,
  /** The request does not hold the resource. */
  NOT_HOLDING
}
