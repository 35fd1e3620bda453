package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables that the page of the guards shows are those that the guards make. */
class GuardPageTest {

  @Test
  void everyStatementThatMakesATable_isOnThePage() {
    List<String> shown =
        Repository.page("docs/guards.md").blocks().stream()
            .map(
                block ->
                    block.lines().stream()
                        .map(Block.Line::text)
                        .collect(Collectors.joining("\n", "", "\n")))
            .filter(text -> text.startsWith("CREATE TABLE"))
            .toList();
    List<String> made =
        Repository.files(name -> name.matches("holdfast-guard/src/main/.*\\.sql")).stream()
            .map(Repository::read)
            .toList();

    assertThat(made).hasSize(4);
    assertThat(shown).containsExactlyInAnyOrderElementsOf(made);
  }
}
