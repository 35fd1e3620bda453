package dev.holdfast.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads what the system can pass on as an exit code: 0 to 255. */
final class ExitCodeConverter implements ITypeConverter<Integer> {

  private static final Pattern FORM = Pattern.compile("[0-9]{1,3}");
  private static final int MAX = 255;

  @Override
  public Integer convert(String text) {
    if (FORM.matcher(text).matches() && Integer.parseInt(text) <= MAX) {
      return Integer.parseInt(text);
    }
    throw new TypeConversionException("'" + text + "' is not an exit code; write 0 to 255");
  }
}
