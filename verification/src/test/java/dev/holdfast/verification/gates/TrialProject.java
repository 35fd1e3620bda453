package dev.holdfast.verification.gates;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * A copy of our build with other modules: one without a fault, and one for each {@link Gate} with
 * the fault that it is there for.
 */
final class TrialProject {

  static final String GOOD_MODULE = "good";

  private static final Path OURS = Path.of("").toAbsolutePath().getParent();
  private static final long BUILD_MINUTES_MAX = 5;

  private final Path root;

  private TrialProject(Path root) {
    this.root = root;
  }

  static TrialProject create(Path root) throws IOException {
    TrialProject project = new TrialProject(root);
    project.copyBuild();
    project.addModule(GOOD_MODULE, "  static int one() {\n    return 1;\n  }\n", "");
    for (Gate gate : Gate.values()) {
      boolean dependencies = gate == Gate.ONE_VERSION_OF_EACH_LIBRARY;
      project.addModule(
          gate.module(),
          gate.members().indent(2),
          dependencies
              ? dependency("io.lettuce", "lettuce-core") + dependency("org.redisson", "redisson")
              : "");
    }
    return project;
  }

  /** Builds all modules, whatever fails, and returns what Maven printed. */
  String build() throws IOException, InterruptedException {
    Path log = root.resolve("build.log");
    Process maven =
        new ProcessBuilder(
                System.getProperty("maven.home") + "/bin/mvn",
                "-B",
                "-ntp",
                "--fail-at-end",
                "-Dmaven.repo.local=" + System.getProperty("maven.repo.local"),
                "verify")
            .directory(root.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!maven.waitFor(BUILD_MINUTES_MAX, TimeUnit.MINUTES)) {
        throw new AssertionError("The trial build did not end. " + Files.readString(log));
      }
    } finally {
      maven.destroyForcibly();
    }
    return Files.readString(log);
  }

  private void copyBuild() throws IOException {
    String modules =
        Stream.concat(
                Stream.of("holdfast-bom", GOOD_MODULE),
                Arrays.stream(Gate.values()).map(Gate::module))
            .map(module -> "    <module>" + module + "</module>\n")
            .collect(joining("", "<modules>\n", "  </modules>"));
    String pom =
        Files.readString(OURS.resolve("pom.xml"))
            .replaceFirst("(?s)<modules>.*?</modules>", Matcher.quoteReplacement(modules));
    Files.writeString(root.resolve("pom.xml"), pom);
    for (String folder : List.of(".mvn", "dev/checks")) {
      Files.createDirectories(root.resolve(folder));
      try (Stream<Path> files = Files.list(OURS.resolve(folder))) {
        for (Path file : files.toList()) {
          Files.copy(file, root.resolve(folder).resolve(file.getFileName()));
        }
      }
    }
    Files.createDirectories(root.resolve("holdfast-bom"));
    Files.copy(OURS.resolve("holdfast-bom/pom.xml"), root.resolve("holdfast-bom/pom.xml"));
  }

  private void addModule(String module, String members, String dependencies) throws IOException {
    String packageName = "dev.holdfast.trial";
    Path sources = root.resolve(module).resolve("src/main/java/dev/holdfast/trial");
    Files.createDirectories(sources);
    Files.writeString(
        sources.resolve("package-info.java"),
        """
        /** A trial. */
        @org.jspecify.annotations.NullMarked
        package %s;
        """
            .formatted(packageName));
    Files.writeString(
        sources.resolve("Trial.java"),
        """
        package %s;

        /** A trial. */
        public final class Trial {

          private Trial() {}

        %s}
        """
            .formatted(packageName, members));
    Files.writeString(
        root.resolve(module).resolve("pom.xml"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>dev.holdfast</groupId>
            <artifactId>holdfast-parent</artifactId>
            <version>0.1.0-SNAPSHOT</version>
          </parent>
          <artifactId>%s</artifactId>
          <properties>
            <doclint.packages>%s</doclint.packages>
            <injected.time.skip>false</injected.time.skip>
          </properties>
          <dependencies>
            %s%s
          </dependencies>
        </project>
        """
            .formatted(module, packageName, dependency("org.jspecify", "jspecify"), dependencies));
  }

  private static String dependency(String group, String artifact) {
    return "<dependency><groupId>%s</groupId><artifactId>%s</artifactId></dependency>"
        .formatted(group, artifact);
  }
}
