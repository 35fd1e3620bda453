package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command of every page runs, ends and prints as the page says. The launcher works in a copy
 * of the sources, because it builds them, and they are being built already when this runs.
 */
@Tag("slow")
class ShellSnippetsTest {

  @TempDir static Path tree;

  @TempDir Path folder;

  @BeforeAll
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  static void build() throws IOException, InterruptedException {
    Repository.copyTo(tree);
    LauncherBuild.placeIn(tree);
    Path log = tree.resolve("build.txt");
    Process launcher =
        new ProcessBuilder(tree.resolve("holdfast").toString(), "--version")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(launcher.waitFor()).as(Files.readString(log)).isZero();
    assertThat(Files.readString(log)).contains("holdfast " + Names.projectVersion());
  }

  @TestFactory
  Stream<DynamicTest> everyShellBlock_runs() {
    return Repository.pages().stream()
        .flatMap(page -> ShellScript.of(page).stream().map(script -> test(page, script)));
  }

  private DynamicTest test(Page page, ShellScript script) {
    return DynamicTest.dynamicTest(script.at(), () -> check(page, script));
  }

  private void check(Page page, ShellScript script) throws IOException {
    ShellRunner runner = new ShellRunner(folder).withLauncherOf(tree);
    if (!script.run()) {
      assertThat(runner.parse(script.text()).printed()).isEmpty();
      return;
    }
    try (TestStore store = TestStore.neededBy(script.text())) {
      ShellRunner.Result result = runner.run(store.addressed(script.text()));
      assertThat(result.exitCode()).as(result.printed()).isEqualTo(script.exitCode());
      for (Block expected : Output.expectedAfter(page, script.last())) {
        assertThat(Output.matches(expected, result.printed()))
            .as("%sprinted: %s", expected.at(), result.printed())
            .isTrue();
      }
    } finally {
      await("the embedded Redis has ended")
          .atMost(Duration.ofSeconds(20))
          .until(() -> !runner.embeddedRedisRuns());
    }
  }

  @Test
  void theCommandOfTheReadme_isFound() {
    assertThat(ShellScript.of(Repository.page("README.md")))
        .anyMatch(script -> script.run() && script.text().contains("./holdfast run demo -- "));
  }
}
