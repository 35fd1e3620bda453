package dev.holdfast.benchmarks.measure;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * When one thread held the lock, in order of time. Monotonic times of one machine can be compared
 * between its processes.
 */
public final class Holds {

  private static final int FIELDS = 3;
  private static final int CAPACITY_AT_FIRST = 1 << 12;

  private long[] times = new long[CAPACITY_AT_FIRST * FIELDS];
  private int size;

  /**
   * Adds a hold, later than those before.
   *
   * @param entry when the acquiring call had returned
   * @param releaseBegin when the releasing call began
   * @param releaseEnd when it had returned
   */
  public void add(long entry, long releaseBegin, long releaseEnd) {
    if ((size + 1) * FIELDS > times.length) {
      times = Arrays.copyOf(times, times.length * 2);
    }
    int at = size++ * FIELDS;
    times[at] = entry;
    times[at + 1] = releaseBegin;
    times[at + 2] = releaseEnd;
  }

  int size() {
    return size;
  }

  long entry(int index) {
    return times[index * FIELDS];
  }

  long releaseBegin(int index) {
    return times[index * FIELDS + 1];
  }

  long releaseEnd(int index) {
    return times[index * FIELDS + 2];
  }

  /**
   * Writes the holds of all threads of a process.
   *
   * @param holds one per thread
   * @param file is created or replaced
   * @throws IOException if that fails
   */
  public static void write(List<Holds> holds, Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(holds.size());
      for (Holds thread : holds) {
        out.writeInt(thread.size);
        for (int i = 0; i < thread.size * FIELDS; i++) {
          out.writeLong(thread.times[i]);
        }
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param file the file
   * @return one per thread
   * @throws IOException if that fails
   */
  public static List<Holds> read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      List<Holds> all = new ArrayList<>();
      int threads = in.readInt();
      for (int thread = 0; thread < threads; thread++) {
        Holds holds = new Holds();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
          holds.add(in.readLong(), in.readLong(), in.readLong());
        }
        all.add(holds);
      }
      return all;
    }
  }
}
