package dev.holdfast.cli;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Splits the words of {@code run} at the first {@code --}: what stands before is ours, what stands
 * behind is the command's and is never looked at, so that no option of it can be taken for one of
 * ours.
 *
 * @param ours the words before, {@code run} itself left out
 * @param command the words behind; empty if there is no {@code --}
 * @param separated whether there is one
 */
record CommandWords(List<String> ours, List<String> command, boolean separated) {

  private static final Set<String> ASK_FOR_HELP = Set.of("--help", "-h", "--version", "-V");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  static CommandWords split(List<String> words) {
    int at = words.indexOf("--");
    return at < 0
        ? new CommandWords(words, List.of(), false)
        : new CommandWords(words.subList(0, at), words.subList(at + 1, words.size()), true);
  }

  /**
   * Refuses words without {@code --}, unless they ask for help.
   *
   * @throws ParameterException if it is missing; the message shows the corrected line
   */
  void requireSeparator(CommandLine run) {
    List<String> beforeCommand = ours.subList(0, startOfCommand(run.getCommandSpec()));
    boolean help = beforeCommand.stream().anyMatch(ASK_FOR_HELP::contains);
    if (help || (separated && !command.isEmpty())) {
      return;
    }
    throw new ParameterException(
        run,
        (separated
                ? "there is no command behind '--'. Try:\n  "
                : "the command must stand behind '--', so that its options stay its own. Try:\n  ")
            + corrected(run.getCommandSpec()));
  }

  /** The line with the {@code --} where it was most likely meant: after the second plain word. */
  private String corrected(CommandSpec spec) {
    int start = startOfCommand(spec);
    StringBuilder line = new StringBuilder("holdfast run");
    ours.subList(0, start).forEach(word -> line.append(' ').append(quoted(word)));
    line.append(plainWords(spec, start) == 0 ? " NAME --" : " --");
    if (start == ours.size()) {
      return line.append(" COMMAND [ARG...]").toString();
    }
    ours.subList(start, ours.size()).forEach(word -> line.append(' ').append(quoted(word)));
    return line.toString();
  }

  /** Behind the options and NAME. */
  private int startOfCommand(CommandSpec spec) {
    int end = 0;
    while (end < ours.size() && plainWords(spec, end + 1) < 2) {
      end++;
    }
    return end;
  }

  /** How many of the first words are neither options nor their values. */
  private int plainWords(CommandSpec spec, int end) {
    int plain = 0;
    for (int i = 0; i < end; i++) {
      String word = ours.get(i);
      if (word.length() > 1 && word.startsWith("-")) {
        OptionSpec option = spec.optionsMap().get(word);
        if (option != null && option.arity().min() > 0) {
          i++; // Its value.
        }
      } else {
        plain++;
      }
    }
    return plain;
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
