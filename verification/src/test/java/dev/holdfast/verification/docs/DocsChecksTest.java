package dev.holdfast.verification.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each check of the documents finds a fault that was planted. */
class DocsChecksTest {

  @TempDir Path folder;

  private static Page page(String... lines) {
    return Page.parse("docs/sample.md", List.of(lines));
  }

  private static JavaProgram program(String... lines) {
    return JavaProgram.of(page(lines)).get(0);
  }

  @Test
  void javaThatDoesNotCompile_isFoundAtItsLine() {
    JavaProgram program = program("# Sample", "", "```java", "", "Lease lease = 42;", "```");

    List<String> problems = new JavaRunner(folder).compile(program, program.source());

    assertThat(problems).hasSize(1);
    assertThat(problems.get(0)).contains("docs/sample.md:3", "line 5", "incompatible types");
  }

  @Test
  void javaThatUsesWhatTheApiLacks_isFound() {
    JavaProgram program =
        program("```java", "LockClient.connect(\"memory:\").lock(\"a\").lockForEver();", "```");

    assertThat(new JavaRunner(folder).compile(program, program.source())).hasSize(1);
  }

  @Test
  void javaThatFails_isFound() {
    JavaProgram program = program("<!-- test:", "...", "check(1 > 2);", "-->", "```java", "```");
    JavaRunner runner = new JavaRunner(folder);

    assertThat(runner.compile(program, program.source())).isEmpty();
    assertThatThrownBy(() -> runner.run(program)).hasRootCauseMessage("check failed");
  }

  @Test
  void blocksThatBelongTogether_areOneProgram() {
    Page page =
        page(
            "```java",
            "int one = 1;",
            "```",
            "<!-- test: continues -->",
            "```java",
            "System.out.println(one);",
            "```");
    JavaProgram program = JavaProgram.of(page).get(0);
    JavaRunner runner = new JavaRunner(folder);

    assertThat(JavaProgram.of(page)).hasSize(1);
    assertThat(runner.compile(program, program.source())).isEmpty();
    assertThat(runner.run(program)).isEqualTo("1" + System.lineSeparator());
  }

  @Test
  void otherOutputThanThePageSays_isFound() {
    Page page = page("```java", "```", "<!-- test: output -->", "```text", "held: …, 3", "```");
    Block expected = page.blocks().get(1);

    assertThat(Output.expectedAfter(page, page.blocks().get(0))).containsExactly(expected);
    assertThat(Output.matches(expected, "held: (true), 3\n")).isTrue();
    assertThat(Output.matches(expected, "held: true, 4")).isFalse();
  }

  @Test
  void aCommandThatFails_isFound() {
    ShellRunner runner = new ShellRunner(folder);

    assertThat(runner.run("false; true").exitCode()).isEqualTo(1);
    assertThat(runner.run("echo $UNKNOWN_VARIABLE").exitCode()).isEqualTo(1);
    assertThat(runner.parse("if true; echo").printed()).contains("syntax error");
    assertThat(runner.run("echo out; echo err >&2").printed()).isEqualTo("out\nerr\n");
  }

  @Test
  void aLinkToNowhere_isFound() {
    assertThat(Links.problems(page("[a](../README.md) and", "[b](../NONE.md)")))
        .containsExactly("docs/sample.md:2: there is no NONE.md");
  }

  @Test
  void aLinkToNoHeading_isFound() {
    Page page = page("## What it's for: `a`, b", "", "[a](#what-its-for-a-b) [b](#none)");

    assertThat(Links.problems(page))
        .containsExactly("docs/sample.md:3: docs/sample.md has no heading #none");
  }

  @Test
  void aLongLine_aTab_anUnknownLanguageAndDirective_areFound() {
    Page page = page("x".repeat(101), "\t", "<!-- test: maybe -->", "```", "```");

    assertThat(Form.problems(page)).hasSize(4);
  }

  @Test
  void notRunning_needsAReason() {
    assertThat(Form.problems(page("<!-- test: not run -->", "```sh", "```"))).hasSize(1);
  }

  @Test
  void namesOfNothing_areFound() {
    Page page = page("`LeaseClockWrongTest` and `C999_nothingTest`, but `JavaRunner.run` is there");

    assertThat(new Names().problems(page)).hasSize(2);
    assertThat(new Names().problems(page("`Lease.isHold()`"))).hasSize(1);
  }

  @Test
  void aWrongVersion_isFound() {
    Page page =
        page(
            "```xml", "<artifactId>holdfast-redis</artifactId>", "<version>0.0.9</version>", "```");

    assertThat(Names.wrongCoordinates(page)).hasSize(1);
  }

  @Test
  void aMessageIsCutAtWhatDiffers() {
    assertThat(Messages.quotedIn(page("says *Lock 'order:42' is … not free* and **bold**.")))
        .containsExactly("Lock '", "' is", "not free");
  }
}
