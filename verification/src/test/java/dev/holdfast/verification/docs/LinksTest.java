package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Every link of every page leads somewhere. */
class LinksTest {

  @Test
  void everyLink_leadsToAFileAndAHeading() {
    List<String> problems =
        Repository.pages().stream().flatMap(page -> Links.problems(page).stream()).toList();

    assertThat(problems).isEmpty();
  }

  @Test
  void everyPageOfTheDocs_isReachedFromTheReadme() {
    assertThat(Links.unreachable("README.md", name -> name.startsWith("docs/"))).isEmpty();
  }
}
