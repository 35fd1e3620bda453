package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RedisBinaryTest {

  @TempDir Path cache;

  private static BinaryResource here() {
    return BinaryResource.forPlatform(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  @Test
  void locate_givesServerOfSupportedVersion() throws Exception {
    Path executable = RedisBinary.locate();

    Process process = new ProcessBuilder(executable.toString(), "--version").start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(executable).isAbsolute();
    assertThat(output).contains("Redis server v=6.2.");
  }

  @Test
  void locate_secondTime_reusesFile() throws Exception {
    Path first = RedisBinary.locate(here(), cache);
    FileTime past = FileTime.from(Instant.parse("2001-01-01T00:00:00Z"));
    Files.setLastModifiedTime(first, past);

    Path second = RedisBinary.locate(here(), cache);

    assertThat(second).isEqualTo(first);
    assertThat(Files.getLastModifiedTime(second)).isEqualTo(past);
  }

  @Test
  void locate_leavesOneFileForTheOwnerOnly() throws Exception {
    Path executable = RedisBinary.locate(here(), cache);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(executable)))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(executable.getParent())) {
      assertThat(files).containsExactly(executable);
    }
  }

  @Test
  void locate_manyAtOnce_allGetRunnableFile() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> runs =
          IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            Path executable = RedisBinary.locate(here(), cache);
                            return new ProcessBuilder(executable.toString(), "--version")
                                .start()
                                .waitFor();
                          }))
              .toList();
      for (Future<Integer> run : runs) {
        assertThat(run.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @CsvSource({"Windows 11, amd64", "SunOS, sparcv9", "Linux, riscv64"})
  void forPlatform_unknown_saysToPassUrl(String os, String arch) {
    assertThatThrownBy(() -> BinaryResource.forPlatform(os, arch))
        .isInstanceOf(EmbeddedRedisException.class)
        .hasMessageContaining(os)
        .hasMessageContaining(arch)
        .hasMessageContaining("--url");
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux, amd64",
    "Linux, aarch64, linux, arm64",
    "Mac OS X, x86_64, darwin, amd64",
    "Mac OS X, aarch64, darwin, arm64"
  })
  void forPlatform_known_givesItsResource(String osName, String osArch, String os, String arch) {
    BinaryResource resource = BinaryResource.forPlatform(osName, osArch);

    assertThat(resource.os()).isEqualTo(os);
    assertThat(resource.arch()).isEqualTo(arch);
  }

  static List<BinaryResource> resources() {
    return BinaryResource.ALL;
  }

  @ParameterizedTest
  @MethodSource("resources")
  void everyResource_isOnTheClassPathWithItsDigest(BinaryResource resource) throws Exception {
    try (InputStream in = RedisBinary.class.getResourceAsStream(resource.path())) {
      assertThat(in).as(resource.path()).isNotNull();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
      assertThat(HexFormat.of().formatHex(digest)).isEqualTo(resource.sha256());
    }
  }

  @Test
  void locate_wrongDigest_refusesAndLeavesNothing() throws Exception {
    BinaryResource real = here();
    BinaryResource changed =
        new BinaryResource(real.os(), real.arch(), real.version(), "0".repeat(64));

    assertThatThrownBy(() -> RedisBinary.locate(changed, cache))
        .isInstanceOf(EmbeddedRedisException.class)
        .hasMessageContaining("digest")
        .hasMessageContaining("--url");
    assertThat(filesBelow(cache)).isEmpty();
  }

  @Test
  void locate_executableOfAnotherMachine_saysThatItDoesNotRun() throws Exception {
    BinaryResource foreign = BinaryResource.forPlatform("Mac OS X", "aarch64");
    assumeTrue(here().os().equals("linux"));

    assertThatThrownBy(() -> RedisBinary.locate(foreign, cache))
        .isInstanceOf(EmbeddedRedisException.class)
        .hasMessageContaining("does not run on this machine")
        .hasMessageContaining("--url");
    assertThat(filesBelow(cache)).isEmpty();
  }

  @Test
  void locate_cacheIsAFile_saysWhichFolder() throws Exception {
    Path file = Files.createFile(cache.resolve("holdfast"));

    assertThatThrownBy(() -> RedisBinary.locate(here(), file))
        .isInstanceOf(EmbeddedRedisException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("XDG_CACHE_HOME")
        .hasMessageContaining("--url");
  }

  @Test
  void cacheFolder_followsXdg() {
    assertThat(RedisBinary.cacheFolder(Map.of("XDG_CACHE_HOME", "/c"), "/home/a"))
        .isEqualTo(Path.of("/c/holdfast"));
    assertThat(RedisBinary.cacheFolder(Map.of("XDG_CACHE_HOME", "relative"), "/home/a"))
        .isEqualTo(Path.of("/home/a/.cache/holdfast"));
    assertThat(RedisBinary.cacheFolder(Map.of(), "/home/a"))
        .isEqualTo(Path.of("/home/a/.cache/holdfast"));
  }

  private static List<Path> filesBelow(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
