package dev.holdfast.demo.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/** Looks at pictures. */
final class Pictures {

  private static final int BYTES_MAX = 60_000;

  private Pictures() {}

  /** A picture is well-formed, small, and says of what it is. */
  static void check(Path file, String name) throws Exception {
    Element root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    assertThat(root.getTagName()).isEqualTo("svg");
    assertThat(root.getElementsByTagName("title").item(0).getTextContent()).startsWith(name + ": ");
    assertThat(Files.size(file)).isBetween(2_000L, (long) BYTES_MAX);
  }
}
