package dev.holdfast.redis.connection;

/** Fewer replicas than asked for have what was written. The message goes on from "refused: ". */
public final class TooFewReplicasException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TooFewReplicasException(String message) {
    super(message);
  }
}
