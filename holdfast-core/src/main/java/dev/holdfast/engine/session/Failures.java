package dev.holdfast.engine.session;

import dev.holdfast.CapacityExceededException;
import dev.holdfast.ClientClosedException;
import dev.holdfast.CountDownUnknownException;
import dev.holdfast.HoldfastException;
import dev.holdfast.LatchLostException;
import dev.holdfast.PermitsNotSetException;
import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.ResourceId;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Turns what a stage failed with into what the engine decides by. */
public final class Failures {

  private Failures() {}

  /** The failure without the wrappers that futures add. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** The failure as one of this library's; what is unknown counts as an unknown outcome. */
  public static HoldfastException of(@Nullable Throwable failure, String store) {
    Throwable cause =
        failure == null ? new NullPointerException("The store answered null") : cause(failure);
    if (cause instanceof HoldfastException known) {
      return known;
    }
    return new StoreUnavailableException(
        "The store " + store + " failed in an unexpected way: " + cause, "", store, cause);
  }

  /**
   * A failure made for one caller: with what it asked for, and with the caller's stack trace, since
   * the original may be shared by many callers and comes from a thread of the store.
   */
  public static HoldfastException forCaller(HoldfastException failure, ResourceId resource) {
    String name = resource.name();
    String message = title(resource) + "': " + failure.getMessage();
    String store = failure.store();
    if (failure instanceof StoreRefusedException) {
      return new StoreRefusedException(message, name, store, failure);
    }
    if (failure instanceof ClientClosedException) {
      return new ClientClosedException(message, name, store, failure);
    }
    if (failure instanceof CapacityExceededException) {
      return new CapacityExceededException(message, name, store, failure);
    }
    if (failure instanceof PermitsNotSetException) {
      return new PermitsNotSetException(message, name, store, failure);
    }
    if (failure instanceof LatchLostException) {
      return new LatchLostException(message, name, store, failure);
    }
    if (failure instanceof CountDownUnknownException) {
      return new CountDownUnknownException(message, name, store, failure);
    }
    return new StoreUnavailableException(message, name, store, failure);
  }

  /** What messages call a resource at the beginning of a sentence; the closing mark is missing. */
  public static String title(ResourceId resource) {
    return switch (resource.kind()) {
          case LOCK -> "Lock '";
          case SEMAPHORE -> "Semaphore '";
          case LATCH -> "Latch '";
        }
        + resource.name();
  }
}
