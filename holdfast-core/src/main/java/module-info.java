/**
 * Locks over several processes that stay correct when one of them pauses, crashes or loses the
 * network: the API, the SPI of stores, and the in-process store.
 */
module dev.holdfast.core {
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.holdfast;
  exports dev.holdfast.spi;

  uses dev.holdfast.spi.LockStoreProvider;

  provides dev.holdfast.spi.LockStoreProvider with
      dev.holdfast.memory.MemoryStoreProvider;
}
