package dev.holdfast.cli;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and what to write instead, in words of ours. */
final class UsageMessages {

  /** What picocli puts before the text of a converter. */
  private static final Pattern BEFORE_CONVERTER = Pattern.compile("^Invalid value for [^:]*: ");

  private UsageMessages() {}

  static String of(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return ofUnmatched(unmatched);
    } else if (e instanceof MissingParameterException missing) {
      return ofMissing(missing);
    } else if (e instanceof OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + " is given more than once";
    }
    @Nullable ArgSpec argument = e.getArgSpec();
    return argument == null || e.getValue() == null
        ? String.valueOf(e.getMessage())
        : ofWrongValue(argument, e);
  }

  private static String ofUnmatched(UnmatchedArgumentException e) {
    String word = e.getUnmatched().get(0);
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    if (e.isUnknownOption()) {
      return "there is no option " + word + didYouMean(e.getSuggestions());
    } else if (!spec.subcommands().isEmpty()) {
      return "there is no command '%s'; there are: %s"
          .formatted(word, String.join(", ", spec.subcommands().keySet()));
    } else if (spec.name().equals(Holdfast.RUN)) {
      return ("'%s' is one word too many: before '--' stand one NAME and options. A name with blanks"
              + " needs quotes")
          .formatted(word);
    }
    return "'" + word + "' is one word too many";
  }

  private static String didYouMean(List<String> suggestions) {
    return suggestions.isEmpty() ? "" : "; did you mean " + String.join(" or ", suggestions) + "?";
  }

  private static String ofMissing(MissingParameterException e) {
    ArgSpec missing = e.getMissing().get(0);
    if (missing instanceof OptionSpec option) {
      return "%s needs a value: %s %s"
          .formatted(option.longestName(), option.longestName(), option.paramLabel());
    }
    String[] form = e.getCommandLine().getCommandSpec().usageMessage().customSynopsis();
    return missing.paramLabel()
        + " is missing. Write:\n  "
        + (form.length > 0 ? form[0] : "holdfast completion bash");
  }

  private static String ofWrongValue(ArgSpec argument, ParameterException e) {
    if (argument instanceof OptionSpec option && option.arity().max() == 0) {
      return option.longestName() + " takes no value, so not '" + e.getValue() + "'";
    } else if (argument.completionCandidates() != null) {
      String candidates =
          StreamSupport.stream(argument.completionCandidates().spliterator(), false)
              .collect(Collectors.joining(" or "));
      return "%s is %s, not '%s'".formatted(name(argument), candidates, e.getValue());
    }
    String text = BEFORE_CONVERTER.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    return name(argument) + ": " + text;
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }
}
