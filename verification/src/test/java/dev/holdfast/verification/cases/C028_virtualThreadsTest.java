package dev.holdfast.verification.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.process.ChildJvm;
import dev.holdfast.testing.process.LineProcess;
import dev.holdfast.testing.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C028: virtual threads own what they lock, unlock it, and inherit nothing from each other. */
@Tag("slow")
class C028_virtualThreadsTest {

  private static final Path JVMS = Path.of("/usr/lib/jvm");
  private static final int VIRTUAL_THREADS_SINCE = 21;
  private static final Pattern FEATURE = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  @Test
  void virtualThreads_ownTheirLocks() {
    Optional<Path> home = jvmWithVirtualThreads();
    Assumptions.assumeTrue(
        home.isPresent(), "skipped: no JVM of version 21 or later in " + JVMS + ", nor this one");
    try (RedisServer server = RedisServer.start();
        LineProcess child =
            ChildJvm.of(VirtualThreadsMain.class, server.uri()).home(home.orElseThrow()).start()) {
      assertThat(child.await("failures ", Duration.ofSeconds(100))).isEqualTo("failures 0");
      assertThat(child.awaitExit(Duration.ofSeconds(10))).isZero();
    }
  }

  private static Optional<Path> jvmWithVirtualThreads() {
    if (Runtime.version().feature() >= VIRTUAL_THREADS_SINCE) {
      return Optional.of(Path.of(System.getProperty("java.home")));
    }
    try (Stream<Path> homes = Files.list(JVMS)) {
      return homes.filter(home -> feature(home) >= VIRTUAL_THREADS_SINCE).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static int feature(Path home) {
    try {
      Matcher version = FEATURE.matcher(Files.readString(home.resolve("release")));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
