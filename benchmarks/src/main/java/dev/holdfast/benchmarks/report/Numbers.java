package dev.holdfast.benchmarks.report;

import java.util.Locale;

/** Numbers with three significant digits, more where there is no fraction. */
final class Numbers {

  private Numbers() {}

  static String text(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  static String micros(double nanos) {
    return text(nanos / 1_000);
  }
}
