package dev.holdfast.testing.proxy;

/** One of the two ways through a proxy. */
public enum Direction {

  /** From the client to the server: requests. */
  TO_SERVER,

  /** From the server to the client: replies and pushes. */
  TO_CLIENT
}
