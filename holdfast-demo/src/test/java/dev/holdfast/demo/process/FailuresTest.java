package dev.holdfast.demo.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each failure does damage to the naive half and none to the other, and is drawn. */
@Tag("slow")
class FailuresTest {

  @TempDir Path folder;

  private Demo demo;

  @AfterEach
  void end() {
    if (demo != null) {
      demo.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"crash", "overrun", "failover"})
  void failure_damagesOnlyTheNaiveHalf(String name) throws Exception {
    demo = Demo.start(folder, name, "--out", "pictures");
    assertThat(demo.end()).as(demo.output() + demo.errors()).isZero();

    assertThat(demo.output())
        .contains("LOST", "none lost", "OVER A", "kept its promise", "pictures/" + name + ".svg");
    assertThat(demo.errors()).isEmpty();
    assertThat(demo.leftovers()).isEmpty();
    Pictures.check(folder.resolve("pictures").resolve(name + ".svg"), name);
  }
}
