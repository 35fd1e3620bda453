package dev.holdfast.benchmarks.measure;

/**
 * What a server says of one of its commands.
 *
 * @param calls how often it ran, in scripts or not
 * @param micros how long it ran in all; for a script with all that it called
 */
public record CommandUse(long calls, long micros) {

  CommandUse plus(CommandUse other) {
    return new CommandUse(calls + other.calls, micros + other.micros);
  }

  CommandUse minus(CommandUse other) {
    return new CommandUse(calls - other.calls, micros - other.micros);
  }
}
