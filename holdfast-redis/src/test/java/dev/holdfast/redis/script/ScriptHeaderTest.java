package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Headers of scripts are read by people and by nothing else, so that they would rot. */
class ScriptHeaderTest {

  private static final Path SOURCES = Path.of("src/main/resources/dev/holdfast/redis/script");
  private static final Path PROTOCOL = Path.of("../docs/protocol/redis.md");
  private static final Path PROTOCOL_OF_PLAIN = Path.of("../docs/protocol/redlock.md");
  private static final List<String> SECTIONS =
      List.of("Returns ", "Complexity  O(", "Called by   ", "Keeps       ", "Twice       ");

  static Stream<Script> scripts() {
    return Script.ALL.stream();
  }

  private static String read(Script script) {
    try (InputStream in = Script.class.getResourceAsStream(script.file())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String header(Script script) {
    String text = read(script);
    assertThat(text).as("first line").startsWith("--[[\n");
    return text.substring(0, text.indexOf("\n]]\n"));
  }

  /** What is run: the whole text without comments. */
  private static String code(Script script) {
    return script.text().replaceAll("(?s)--\\[\\[.*?\\n]]\\n", "").replaceAll("(?m)^ *--.*$", "");
  }

  private static List<String> declared(Script script, String array) {
    Matcher line =
        Pattern.compile("(?m)^" + array + "\\[(\\d+)] (\\w+) +\\S").matcher(header(script));
    List<String> names = new ArrayList<>();
    while (line.find()) {
      assertThat(line.group(1)).isEqualTo(Integer.toString(names.size() + 1));
      names.add(line.group(2));
    }
    return names;
  }

  /** The names that the first lines bind to an array's elements, in the order of the elements. */
  private static List<String> bound(Script script, String array) {
    Matcher line =
        Pattern.compile("(?m)^local ([\\w, ]+) = (.*(?:KEYS|ARGV)\\[.*)$").matcher(code(script));
    List<String> names = new ArrayList<>();
    while (line.find()) {
      String[] left = line.group(1).split(", ", -1);
      String[] right = line.group(2).split(", ", -1);
      assertThat(left).hasSameSizeAs(right);
      for (int i = 0; i < left.length; i++) {
        Matcher element =
            Pattern.compile("(?:tonumber\\()?(KEYS|ARGV)\\[(\\d+)]\\)?").matcher(right[i]);
        assertThat(element.matches()).as(right[i]).isTrue();
        if (element.group(1).equals(array)) {
          names.add(left[i]);
          assertThat(element.group(2)).isEqualTo(Integer.toString(names.size()));
        }
      }
    }
    return names;
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void header_hasItsSections_inOrder(Script script) {
    String header = header(script);
    int last = Math.max(header.indexOf("KEYS[1]"), header.indexOf("ARGV[1]"));
    assertThat(last).isPositive();
    for (String section : SECTIONS) {
      int at = header.indexOf("\n" + section);
      assertThat(at).as(section).isGreaterThan(last);
      last = at;
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void keysAndArguments_areThoseThatAreBound_andUsed(Script script) {
    for (String array : List.of("KEYS", "ARGV")) {
      List<String> names = declared(script, array);
      assertThat(names).isEqualTo(bound(script, array));
      String body = code(script).replaceAll("(?m)^local [\\w, ]+ = .*(?:KEYS|ARGV)\\[.*$", "");
      assertThat(body).doesNotContain(array + "[");
      for (String name : names) {
        assertThat(Pattern.compile("\\b" + name + "\\b").matcher(body).find()).as(name).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void fileName_tellsTheNumberOfKeys(Script script) {
    assertThat(script.file()).endsWith("-" + declared(script, "KEYS").size() + ".lua");
  }

  @Test
  void sameName_hasTheSamePositionInAllScripts() {
    Map<String, Integer> positions = new HashMap<>();
    for (Script script : Script.ALL) {
      List<String> names = declared(script, "ARGV");
      for (String name : names) {
        Integer before = positions.put(name, names.indexOf(name));
        assertThat(before).as(script + " " + name).isIn(null, names.indexOf(name));
      }
    }
  }

  /** The lines of answers in the header, alternatives taken one by one, with 7 for each number. */
  private static Set<String> answers(Script script) {
    Set<String> answers = new LinkedHashSet<>();
    Matcher line = Pattern.compile("(?m)^(?:Returns|       ) '([^']+)'").matcher(header(script));
    while (line.find()) {
      Set<String> found = new LinkedHashSet<>(Set.of(""));
      for (String word : line.group(1).split(" ", -1)) {
        Set<String> longer = new LinkedHashSet<>();
        for (String begin : found) {
          for (String choice : word.split("\\|", -1)) {
            String text = choice.matches("[A-Z]+") ? "7" : choice;
            longer.add(begin.isEmpty() ? text : begin + " " + text);
          }
        }
        found = longer;
      }
      answers.addAll(found);
    }
    return answers;
  }

  private static Object parse(Script script, String line) throws Exception {
    Matcher caller = Pattern.compile("\nCalled by   (\\w+)\n").matcher(header(script));
    assertThat(caller.find()).isTrue();
    Class<?> type = Class.forName("dev.holdfast.redis.script." + caller.group(1));
    Method parse = type.getDeclaredMethod("parse", String.class);
    try {
      return parse.invoke(null, line);
    } catch (InvocationTargetException thrown) {
      throw (Exception) thrown.getCause();
    }
  }

  private static Stream<Script> scriptsThatAnswerALine() {
    return scripts().filter(script -> script != Script.INSPECT_LOCK);
  }

  @ParameterizedTest
  @MethodSource("scriptsThatAnswerALine")
  void answersOfTheHeader_areReadByTheCaller_eachAsAnother(Script script) throws Exception {
    Set<String> lines = answers(script);
    assertThat(lines).isNotEmpty();
    Set<Object> read = new LinkedHashSet<>();
    for (String line : lines) {
      read.add(parse(script, line));
    }
    assertThat(read).hasSameSizeAs(lines);
  }

  @ParameterizedTest
  @MethodSource("scriptsThatAnswerALine")
  void unknownAnswer_throwsIllegalStateException(Script script) {
    for (String line : List.of("", "unheard-of", "unheard-of 7", "granted", "queued x y")) {
      assertThatThrownBy(() -> parse(script, line))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(script.file());
    }
  }

  @ParameterizedTest
  @MethodSource("scriptsThatAnswerALine")
  void wordsOfTheBody_areThoseOfTheHeader(Script script) {
    Set<String> words = new TreeSet<>();
    answers(script).forEach(line -> words.addAll(List.of(line.split(" ", -1))));
    words.remove("7");
    Set<String> inCode = new TreeSet<>();
    Matcher line =
        Pattern.compile("(?m)^ *(?:return|(?:local )?answer =) (.*)$").matcher(code(script));
    while (line.find()) {
      Matcher text = Pattern.compile("'([^']*)'").matcher(line.group(1));
      while (text.find()) {
        for (String word : text.group(1).split(" ", -1)) {
          if (word.matches("[a-z-]{2,}")) {
            inCode.add(word);
          }
        }
      }
    }
    assertThat(inCode).isEqualTo(words);
  }

  @Test
  void everyFile_isAScriptOrIncludedByOne() throws IOException {
    Set<String> used = new TreeSet<>();
    for (Script script : Script.ALL) {
      addWithIncluded(script.file(), used);
    }
    try (Stream<Path> files = Files.list(SOURCES)) {
      assertThat(files.map(file -> file.getFileName().toString())).hasSameElementsAs(used);
    }
  }

  private static void addWithIncluded(String file, Set<String> used) throws IOException {
    used.add(file);
    String text = Files.readString(SOURCES.resolve(file));
    Matcher include = Pattern.compile("(?m)^ *-- include (\\S+)$").matcher(text);
    while (include.find()) {
      addWithIncluded(include.group(1), used);
    }
  }

  @Test
  void included_areResolved() {
    for (Script script : Script.ALL) {
      assertThat(script.text()).doesNotContain("-- include");
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void everyScript_hasATableOfTests_andAPlaceInTheDocumentation(Script script) throws Exception {
    Matcher caller = Pattern.compile("\nCalled by   (\\w+)\n").matcher(header(script));
    assertThat(caller.find()).isTrue();
    Class.forName("dev.holdfast.redis.script." + caller.group(1) + "ScriptTest");
    Path page = Script.PLAIN.contains(script) ? PROTOCOL_OF_PLAIN : PROTOCOL;
    assertThat(Files.readString(page)).contains(script.file());
  }

  @Test
  void lineOfAnError_isFoundInItsFile() {
    Script script = Script.REQUEST_LOCK;
    List<String> lines = script.text().lines().toList();
    int number = lines.indexOf("  waited = string.sub(held, 1, 1)") + 1;
    String error =
        "ERR something script: %s, on @user_script:%d.".formatted(script.digest(), number);
    assertThat(Script.place(error).orElseThrow()).startsWith("holder.lua:");
    assertThat(Script.place("ERR something else")).isEmpty();
  }
}
