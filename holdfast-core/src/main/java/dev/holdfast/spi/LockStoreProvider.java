package dev.holdfast.spi;

import java.util.Set;

/** Makes stores for URI schemes; found by {@link java.util.ServiceLoader}. */
public interface LockStoreProvider {

  /**
   * The schemes that this provider serves.
   *
   * @return lower-case schemes, for example {@code redis}
   */
  Set<String> schemes();

  /**
   * Makes a store. Does not connect.
   *
   * @param address the store's address; its scheme is one of {@link #schemes}
   * @param context what the store shares with its client
   * @return the store
   * @throws IllegalArgumentException if the address is malformed or has an unknown option; the
   *     message never repeats a password
   */
  LockStore create(StoreAddress address, StoreContext context);
}
