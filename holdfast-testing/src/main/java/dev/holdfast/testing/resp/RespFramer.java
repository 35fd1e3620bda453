package dev.holdfast.testing.resp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a byte stream into messages of the Redis protocol, versions 2 and 3, in either direction.
 *
 * <p>It keeps the bytes as they are and looks only at lengths. For one thread.
 */
public final class RespFramer {

  private final InputStream in;
  private final ByteArrayOutputStream frame = new ByteArrayOutputStream();

  /**
   * Creates a framer.
   *
   * @param in the stream; read by the framer alone from now on
   */
  public RespFramer(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /**
   * Waits until the next message begins, or the stream ends, and takes nothing.
   *
   * @throws IOException if the stream fails
   */
  public void awaitBegin() throws IOException {
    in.mark(1);
    if (in.read() >= 0) {
      in.reset();
    }
  }

  /**
   * Reads the next message. Blocks until it is complete.
   *
   * @return the message, or null if the stream has ended between two messages
   * @throws EOFException if the stream ends inside of a message
   * @throws IOException if the stream fails, or what comes is no Redis protocol
   */
  public @Nullable RespFrame next() throws IOException {
    frame.reset();
    int first = in.read();
    if (first < 0) {
      return null;
    }
    char type = copyElement(first, true);
    return new RespFrame(frame.toByteArray(), type);
  }

  private char copyElement(int first, boolean outermost) throws IOException {
    char type = (char) first;
    frame.write(first);
    switch (type) {
      case '+', '-', ':', '_', '#', ',', '(' -> copyLine();
      case '$', '=', '!' -> copyBulk(copyLength());
      case '*', '~', '>' -> copyElements(copyLength());
      case '%' -> copyElements(2 * copyLength());
      case '|' -> {
        copyElements(2 * copyLength());
        return copyElement(readByte(), outermost);
      }
      default -> {
        if (!outermost) {
          throw new StreamCorruptedException("No type of the Redis protocol: byte " + first);
        }
        // A command as one plain line, which servers accept from people with telnet.
        copyLine();
      }
    }
    return type;
  }

  private void copyElements(long count) throws IOException {
    for (long i = 0; i < count; i++) {
      copyElement(readByte(), false);
    }
  }

  private void copyBulk(long length) throws IOException {
    // A length of -1 is the null of protocol version 2 and has no bytes behind it.
    if (length >= 0) {
      int size = Math.toIntExact(length) + 2;
      byte[] bytes = in.readNBytes(size);
      if (bytes.length < size) {
        throw new EOFException("The stream ended inside of a string");
      }
      frame.write(bytes, 0, size);
    }
  }

  private long copyLength() throws IOException {
    String line = copyLine();
    try {
      return Long.parseLong(line);
    } catch (NumberFormatException e) {
      throw (IOException) new StreamCorruptedException("No length: " + line).initCause(e);
    }
  }

  private String copyLine() throws IOException {
    StringBuilder line = new StringBuilder();
    int last;
    do {
      last = readByte();
      frame.write(last);
      line.append((char) last);
    } while (last != '\n');
    return line.toString().stripTrailing();
  }

  private int readByte() throws IOException {
    int next = in.read();
    if (next < 0) {
      throw new EOFException("The stream ended inside of a message");
    }
    return next;
  }
}
