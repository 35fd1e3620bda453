package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every test has a state folder, and so a server, of its own. */
class SharedRedisTest {

  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path temporary;
  private final List<UserProcess> processes = new ArrayList<>();

  private Path state() {
    return temporary.resolve("state");
  }

  private UserProcess user() throws IOException {
    UserProcess process = UserProcess.start(state());
    processes.add(process);
    return process;
  }

  @AfterEach
  void nothing_isLeft() {
    processes.forEach(UserProcess::close);
    awaitNothingLeft();
  }

  /** Neither a process that works in the folder nor a file in it but the lock. */
  private void awaitNothingLeft() {
    await().atMost(SOON).until(() -> processesIn(temporary), List::isEmpty);
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              if (Files.exists(state())) {
                try (Stream<Path> files = Files.list(state())) {
                  assertThat(files.map(file -> file.getFileName().toString())).isSubsetOf("lock");
                }
              }
            });
  }

  /** Processes of supervisor and server are started in the folder, which tells them apart. */
  private static List<Long> processesIn(Path folder) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> workingFolder(pid).startsWith(folder.toString()))
        .toList();
  }

  private static String workingFolder(long pid) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd")).toString();
    } catch (IOException e) {
      return ""; // Ended meanwhile.
    }
  }

  private long serverPid() {
    return ProcessHandle.allProcesses()
        .filter(process -> workingFolder(process.pid()).startsWith(temporary.toString()))
        .filter(process -> process.info().command().orElse("").endsWith("redis-server"))
        .mapToLong(ProcessHandle::pid)
        .findFirst()
        .orElse(-1);
  }

  private static boolean answers(String uri) {
    return answers(URI.create(uri));
  }

  private static boolean answers(URI uri) {
    return ServerProbe.answers(new Endpoint(uri.getPort(), uri.getUserInfo().substring(1)));
  }

  private static void kill(long pid) {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  @Test
  void joinIfUsed_startsNothing_butSeesWhatOthersUse() throws Exception {
    assertThat(SharedRedis.joinIfUsed(state())).isEmpty();
    assertThat(Files.exists(state())).isFalse();
    try (SharedRedis used = SharedRedis.join(state())) {
      try (SharedRedis seen = SharedRedis.joinIfUsed(state()).orElseThrow()) {
        assertThat(seen.uriWithPassword()).isEqualTo(used.uriWithPassword());
        assertThat(seen.startedHere()).isFalse();
      }
    }
    awaitNothingLeft();
    assertThat(SharedRedis.joinIfUsed(state())).isEmpty();
  }

  @Test
  void join_whenNobodyUsesIt_startsARealRedis() throws Exception {
    try (SharedRedis redis = SharedRedis.join(state())) {
      assertThat(redis.startedHere()).isTrue();
      assertThat(answers(redis.uriWithPassword())).isTrue();
      assertThat(redis.uriWithPassword()).contains(redis.address().substring("redis://".length()));
      assertThat(redis.address()).matches("redis://127\\.0\\.0\\.1:[0-9]+");
    }
    awaitNothingLeft();
  }

  @Test
  void join_whenItIsInUse_getsTheSameServer() throws Exception {
    try (SharedRedis first = SharedRedis.join(state());
        SharedRedis second = SharedRedis.join(state())) {
      assertThat(second.startedHere()).isFalse();
      assertThat(second.uriWithPassword()).isEqualTo(first.uriWithPassword());
      first.close();
      first.close();
      assertThat(answers(second.uriWithPassword())).isTrue();
    }
  }

  @Test
  void join_byEightProcessesAtOnce_getsOneServer() throws Exception {
    for (int i = 0; i < 8; i++) {
      user();
    }
    Set<String> uris = new HashSet<>();
    for (UserProcess process : processes) {
      uris.add(process.uri());
    }
    assertThat(uris).hasSize(1);
    assertThat(answers(uris.iterator().next())).isTrue();
    for (UserProcess process : processes) {
      process.end();
    }
    awaitNothingLeft();
  }

  @Test
  void join_whileTheLastUserEnds_alwaysGetsALivingServer() throws Exception {
    Callable<Void> joinAndLeave =
        () -> {
          for (int i = 0; i < 25; i++) {
            try (SharedRedis redis = SharedRedis.join(state())) {
              assertThat(answers(redis.uriWithPassword())).isTrue();
            }
          }
          return null;
        };
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      for (Future<Void> done : pool.invokeAll(List.of(joinAndLeave, joinAndLeave, joinAndLeave))) {
        done.get();
      }
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void killOfTheStarter_leavesTheServerToTheOthers() throws Exception {
    UserProcess starter = user();
    String uri = starter.uri();
    UserProcess other = user();
    assertThat(other.uri()).isEqualTo(uri);

    starter.kill();
    UserProcess third = user();
    assertThat(third.uri()).isEqualTo(uri);
    assertThat(answers(uri)).isTrue();
  }

  @Test
  void killOfTheOnlyUser_endsTheServer() throws Exception {
    UserProcess only = user();
    only.uri();
    only.kill();
    awaitNothingLeft();
  }

  @Test
  void killOfTheStarter_atAnyMoment_leavesNothing() throws Exception {
    for (int round = 0; round < 12; round++) {
      UserProcess starter = user();
      if (round % 2 == 0) {
        Path sign = state().resolve("run");
        await().pollInterval(Duration.ofMillis(1)).until(() -> Files.exists(sign));
      } else {
        await().pollInterval(Duration.ofMillis(1)).until(() -> serverPid() > 0);
      }
      starter.kill();
      try (SharedRedis redis = SharedRedis.join(state())) {
        assertThat(answers(redis.uriWithPassword())).isTrue();
      }
    }
    awaitNothingLeft();
  }

  @Test
  void serverKilled_isBackAtTheSameAddressWithItsData() throws Exception {
    try (SharedRedis redis = SharedRedis.join(state())) {
      URI uri = URI.create(redis.uriWithPassword());
      Endpoint endpoint = new Endpoint(uri.getPort(), uri.getUserInfo().substring(1));
      assertThat(RawRedis.ask(endpoint, "SET held yes")).isEqualTo("+OK");
      long before = serverPid();

      kill(before);
      await().atMost(SOON).until(() -> answers(uri) && serverPid() != before);
      assertThat(RawRedis.ask(endpoint, "STRLEN held")).isEqualTo(":3");

      try (SharedRedis next = SharedRedis.join(state())) {
        assertThat(next.uriWithPassword()).isEqualTo(redis.uriWithPassword());
      }
    }
  }

  @Test
  void serverKilled_thenJoin_getsALivingServer() throws Exception {
    UserProcess user = user();
    String uri = user.uri();
    kill(serverPid());
    try (SharedRedis next = SharedRedis.join(state())) {
      assertThat(answers(next.uriWithPassword())).isTrue();
      assertThat(next.uriWithPassword()).isEqualTo(uri);
    }
  }

  @Test
  void serverAndSupervisorKilled_nextJoinReplacesThem_withTheData() throws Exception {
    try (SharedRedis redis = SharedRedis.join(state())) {
      URI uri = URI.create(redis.uriWithPassword());
      Endpoint endpoint = new Endpoint(uri.getPort(), uri.getUserInfo().substring(1));
      RawRedis.ask(endpoint, "SET held yes");
      processesIn(temporary).forEach(SharedRedisTest::kill);
      await().atMost(SOON).until(() -> processesIn(temporary), List::isEmpty);

      try (SharedRedis next = SharedRedis.join(state())) {
        assertThat(next.startedHere()).isTrue();
        assertThat(next.uriWithPassword()).isEqualTo(redis.uriWithPassword());
        assertThat(RawRedis.ask(endpoint, "STRLEN held")).isEqualTo(":3");
        // The first user counts for the new supervisor too.
        next.close();
        assertThat(answers(uri)).isTrue();
        try (SharedRedis third = SharedRedis.join(state())) {
          assertThat(third.startedHere()).isFalse();
        }
      }
    }
  }

  @Test
  void supervisorKilled_takesTheServerWithIt() throws Exception {
    UserProcess user = user();
    user.uri();
    long server = serverPid();
    ProcessHandle keeper = ProcessHandle.of(server).orElseThrow().parent().orElseThrow();
    kill(keeper.parent().orElseThrow().pid());
    await().atMost(SOON).until(() -> processesIn(temporary), List::isEmpty);
    user.kill();
    // Nobody could clear up; the next user does.
    SharedRedis.join(state()).close();
  }

  @Test
  void folderRemovedByHand_serverStillEndsWithItsLastUser() throws Exception {
    UserProcess user = user();
    user.uri();
    try (Stream<Path> files = Files.walk(state())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    assertThat(processesIn(temporary)).isNotEmpty();
    user.end();
    await().atMost(SOON).until(() -> processesIn(temporary), List::isEmpty);
  }

  @Test
  void portTaken_movesTheServer() throws Exception {
    try (SharedRedis redis = SharedRedis.join(state())) {
      URI uri = URI.create(redis.uriWithPassword());
      Endpoint endpoint = new Endpoint(uri.getPort(), uri.getUserInfo().substring(1));
      RawRedis.ask(endpoint, "SET held yes");
      try (RawRedis.PortTaker taker = RawRedis.killAndTakePort(serverPid(), uri.getPort());
          SharedRedis next = SharedRedis.join(state())) {
        URI moved = URI.create(next.uriWithPassword());
        assertThat(moved.getPort()).isNotEqualTo(uri.getPort());
        assertThat(
                RawRedis.ask(
                    new Endpoint(moved.getPort(), moved.getUserInfo().substring(1)), "STRLEN held"))
            .isEqualTo(":3");
      }
    }
  }

  @Test
  void folder_letsOnlyItsOwnerIn() throws Exception {
    Files.createDirectory(
        state(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxrwxrwx")));
    try (SharedRedis redis = SharedRedis.join(state())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state())))
          .isEqualTo("rwx------");
      assertThat(RawRedis.askWithoutPassword(URI.create(redis.address()).getPort(), "PING"))
          .startsWith("-NOAUTH");
    }
  }

  @Test
  void folderThatIsAFile_isRefusedClearly() throws IOException {
    Files.writeString(state(), "");
    assertThatThrownBy(() -> SharedRedis.join(state()))
        .isInstanceOf(EmbeddedRedisException.class)
        .hasMessageContaining(state().toString())
        .hasMessageContaining("HOLDFAST_STATE_DIR");
    Files.delete(state());
  }

  @Test
  void stateFolder_doesNotDependOnTheSession() {
    Path plain = StateFolder.find(Map.of(), "/home/ann");
    assertThat(plain.toString()).startsWith("/home/ann/.cache/holdfast/shared-redis-");
    assertThat(
            StateFolder.find(
                Map.of("XDG_RUNTIME_DIR", "/run/user/1000", "HOME", "/elsewhere"), "/home/ann"))
        .isEqualTo(plain);
    assertThat(StateFolder.find(Map.of("HOME", "/home/ann"), "?")).isEqualTo(plain);
    assertThat(StateFolder.find(Map.of("HOLDFAST_STATE_DIR", "/srv/x"), "/home/ann"))
        .isEqualTo(Path.of("/srv/x"));
    assertThatThrownBy(() -> StateFolder.find(Map.of(), "?"))
        .isInstanceOf(EmbeddedRedisException.class)
        .hasMessageContaining("HOLDFAST_STATE_DIR");
  }
}
