package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.verification.docs.Block.Line;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every Java block of every page compiles, runs, prints what the page says, and leaves nothing. */
class JavaSnippetsTest {

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> everyJavaBlock_runs() {
    return Repository.pages().stream()
        .flatMap(page -> JavaProgram.of(page).stream().map(program -> test(page, program)));
  }

  private DynamicTest test(Page page, JavaProgram program) {
    return DynamicTest.dynamicTest(program.at(), () -> check(page, program));
  }

  private void check(Page page, JavaProgram program) {
    try (TestStore store = TestStore.neededBy(program.source())) {
      JavaRunner runner = new JavaRunner(folder);
      assertThat(runner.compile(program, store.addressed(program.source()))).isEmpty();
      if (!program.run()) {
        return;
      }
      String printed = runner.run(program);
      for (Block expected : Output.expectedAfter(page, lastBlock(page, program))) {
        assertThat(Output.matches(expected, printed))
            .as("%sprinted: %s", expected.at(), printed)
            .isTrue();
      }
      await("no thread is left").atMost(Duration.ofSeconds(20)).until(() -> threads().isEmpty());
    }
  }

  private static Block lastBlock(Page page, JavaProgram program) {
    List<Integer> numbers = program.lines().stream().map(Line::number).toList();
    return page.blocks().stream()
        .filter(block -> block.lines().stream().anyMatch(line -> numbers.contains(line.number())))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("holdfast-"))
        .toList();
  }

  @Test
  void pagesWithJava_areFound() {
    assertThat(Repository.pages().stream().flatMap(page -> JavaProgram.of(page).stream()))
        .isNotEmpty();
  }
}
