package dev.holdfast.demo.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each failure does damage to the naive half and none to the other, and is drawn. */
@Tag("slow")
class FailuresTest {

  @TempDir Path folder;

  private final List<Demo> demos = new ArrayList<>();

  @AfterEach
  void end() {
    demos.forEach(Demo::close);
  }

  private Demo start(String name) throws IOException {
    Path own = Files.createDirectory(folder.resolve(name));
    Demo demo = Demo.start(own, name, "--out", "pictures");
    demos.add(demo);
    return demo;
  }

  /** All at once: they wait most of the time, and disturb each other as a busy machine does. */
  @Test
  void everyFailure_damagesOnlyTheNaiveHalf() throws Exception {
    List<String> names = List.of("crash", "overrun", "failover");
    for (String name : names) {
      start(name);
    }
    for (String name : names) {
      check(name, demos.get(names.indexOf(name)));
    }
  }

  private void check(String name, Demo demo) throws Exception {
    assertThat(demo.end()).as(demo.output() + demo.errors()).isZero();

    assertThat(demo.output())
        .contains("LOST", "none lost", "OVER A", "kept its promise", "pictures/" + name + ".svg");
    assertThat(demo.errors()).isEmpty();
    assertThat(demo.leftovers()).isEmpty();
    Pictures.check(folder.resolve(name).resolve("pictures").resolve(name + ".svg"), name);
  }
}
