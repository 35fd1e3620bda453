package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.demo.DemoName;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pictures of the pages are those that the demos make. */
class PicturesTest {

  private static final int CHARACTERS_MAX = 60_000;

  @Test
  void everyDemo_hasItsPictureOnThePageAboutThem() {
    List<String> demos =
        Arrays.stream(DemoName.values())
            .filter(name -> name != DemoName.all)
            .map(Enum::name)
            .toList();
    List<String> shown =
        Repository.page("docs/what-a-lock-can-promise.md").links().stream()
            .map(Block.Line::text)
            .filter(link -> link.endsWith(".svg"))
            .toList();

    assertThat(shown)
        .containsExactlyInAnyOrderElementsOf(
            demos.stream().map(name -> "pictures/" + name + ".svg").toList());
    assertThat(demos)
        .allSatisfy(
            name -> {
              String picture = Repository.read("docs/pictures/" + name + ".svg");
              assertThat(picture).contains("<title>" + name + ": ").endsWith("</svg>\n");
              assertThat(picture.length()).isLessThan(CHARACTERS_MAX);
            });
  }

  @Test
  void everyDemo_isInTheReferenceOfTheCommand() {
    String page = Repository.read("docs/reference/cli.md");

    assertThat(DemoName.values())
        .allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
  }
}
