package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockClientBuilder;
import dev.holdfast.LossReason;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What pages say about code is there, and what must be on a page is on it. */
class NamesTest {

  private static final String ERRORS = "docs/reference/errors.md";

  @Test
  void everyClassAndMethodThatAPageNames_exists() {
    Names names = new Names();

    assertThat(Repository.pages().stream().flatMap(page -> names.problems(page).stream()))
        .isEmpty();
  }

  @Test
  void everyCoordinate_isThatOfTheBuild() {
    assertThat(Repository.pages().stream().flatMap(page -> Names.wrongCoordinates(page).stream()))
        .isEmpty();
  }

  @Test
  void everyException_hasItsPlaceOnThePageOfErrors() {
    List<String> exceptions =
        Repository.files(
                name ->
                    name.matches(
                        "holdfast-(core|guard)/.*/dev/holdfast/(guard/)?\\w+Exception.java"))
            .stream()
            .map(name -> name.replaceAll(".*/(\\w+).java", "$1"))
            .toList();
    List<String> headings =
        Repository.page(ERRORS).headings().stream().map(Block.Line::text).toList();

    assertThat(exceptions).isNotEmpty();
    assertThat(headings).containsAll(exceptions);
    assertThat(headings.stream().filter(text -> text.endsWith("Exception")))
        .containsExactlyInAnyOrderElementsOf(exceptions);
  }

  @Test
  void everyReasonOfALoss_isExplained() {
    assertThat(codeSpans(ERRORS))
        .containsAll(Arrays.stream(LossReason.values()).map(Enum::name).toList());
  }

  @Test
  void everyMessageThatThePageOfErrorsQuotes_isInTheSources() {
    String sources =
        Repository.files(name -> name.matches("holdfast-(core|redis|guard)/src/main/.*\\.java"))
            .stream()
            .map(Repository::read)
            .map(text -> text.replaceAll("\"\\s*\\+\\s*\"", "").replace("''", "'"))
            .collect(Collectors.joining("\n"));

    List<String> quoted = Messages.quotedIn(Repository.page(ERRORS));
    assertThat(quoted).isNotEmpty();
    assertThat(quoted.stream().filter(fragment -> !sources.contains(fragment))).isEmpty();
  }

  @Test
  void everyOptionOfTheBuilder_isInTheReference() {
    Set<String> options =
        Arrays.stream(LockClientBuilder.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(codeSpans("docs/reference/configuration.md")).containsAll(options);
  }

  @Test
  void everyOptionOfAnAddress_isInTheReference() {
    String source =
        Repository.read(
            "holdfast-redis/src/main/java/dev/holdfast/redis/connection/RedisOptions.java");
    Matcher known = Pattern.compile("KNOWN =\\s*List\\.of\\(([^)]*)\\)").matcher(source);

    assertThat(known.find()).isTrue();
    assertThat(codeSpans("docs/reference/configuration.md"))
        .containsAll(List.of(known.group(1).replaceAll("[\\s\"]", "").split(",", -1)));
  }

  @Test
  void everyGuarantee_hasATest() {
    String page = Repository.read("docs/guarantees.md");
    for (String part : page.split("\n## ", -1)) {
      if (part.matches("(?s)[SL]\\d: .*")) {
        String checked = part.substring(part.indexOf("**Checked by**"));
        assertThat(checked)
            .as(part.lines().findFirst().orElse(""))
            .containsPattern("(Test|Contract)`");
      }
    }
  }

  private static List<String> codeSpans(String page) {
    return Repository.page(page).codeSpans().stream().map(Block.Line::text).toList();
  }
}
