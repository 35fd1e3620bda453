package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.testing.server.RedisServer;
import dev.holdfast.testing.server.RedisVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Carries out every command of the protocol's page and compares what it prints. */
class ProtocolPageTest {

  private static final Path PAGE = Path.of("../docs/protocol/redis.md");
  private static final String FIRST = "A".repeat(22);
  private static final String SECOND = "B".repeat(22);

  private record Step(String command, List<String> output) {}

  private static List<Step> steps() throws Exception {
    List<Step> steps = new ArrayList<>();
    boolean console = false;
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("```")) {
        console = line.equals("```console");
      } else if (console && line.startsWith("$ ")) {
        steps.add(new Step(line.substring(2), new ArrayList<>()));
      } else if (console) {
        steps.get(steps.size() - 1).output().add(line);
      }
    }
    return steps;
  }

  /** Numbers that differ from run to run are one and the same; so is the order of a set. */
  private static List<String> alike(Stream<String> lines) {
    return lines
        .map(line -> line.replaceAll("\\b[0-9]{10,16}\\b", "N").replaceAll("^[0-9]+$", "N"))
        .sorted()
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> commands_printWhatThePageShows() throws Exception {
    RedisServer server = RedisServer.start(RedisVersion.DISTRIBUTION.assumeAvailable());
    Peer billing = Peer.connect(server.uri(), "billing", "host-1", 4711);
    Peer reports = Peer.connect(server.uri(), "reports", "host-2", 4712);
    billing.request(request("Ab3dE6gH.7", "worker-3", "nightly run"));
    reports.request(request("Xy9zW2vU.3", "main", ""));
    await().until(() -> billing.log.count(Event.OthersWait.class) == 1);
    billing.request(units("Ab3dE6gH.8", Peer.lock("report"), 1, "worker-3"));
    reports.request(units("Xy9zW2vU.4", Peer.lock("report"), 1, "main"));
    ResourceId printers = new ResourceId(ResourceKind.SEMAPHORE, "printers");
    RequestId change = new RequestId("Ab3dE6gH.9");
    Peer.get(
        billing
            .session()
            .changePermits(new PermitsChange(change, printers, PermitsChange.Action.SET, 5)));
    reports.request(units("Xy9zW2vU.5", printers, 3, "main"));
    countDown(billing, reports);
    List<Step> steps = steps();
    assertThat(steps).hasSizeGreaterThan(10);
    return steps.stream()
        .map(
            step ->
                DynamicTest.dynamicTest(
                    step.command(), () -> check(step, server.port(), billing, reports)))
        .onClose(
            () -> {
              closeQuietly(billing);
              closeQuietly(reports);
              server.close();
            });
  }

  /** A latch of 3 that was counted down once and is awaited. */
  private static void countDown(Peer billing, Peer reports) throws Exception {
    ResourceId latch = new ResourceId(ResourceKind.LATCH, "parts");
    RequestId setter = new RequestId("Ab3dE6gH.10");
    LatchAnswer begun =
        Peer.get(billing.session().latch(new LatchRequest.SetCount(setter, latch, 0, 3)));
    long round = ((LatchAnswer.Applied) begun).state().round();
    RequestId counter = new RequestId("Ab3dE6gH.11");
    Peer.get(billing.session().latch(new LatchRequest.CountDown(counter, latch, round)));
    RequestId awaiting = new RequestId("Xy9zW2vU.6");
    Peer.get(reports.session().latch(new LatchRequest.Await(awaiting, latch)));
  }

  private static void closeQuietly(Peer peer) {
    try {
      peer.close();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static Request request(String id, String thread, String note) {
    return new Request(
        new RequestId(id), Peer.lock("orders"), true, false, Optional.empty(), thread, note);
  }

  private static Request units(String id, ResourceId resource, int units, String thread) {
    return new Request(
        new RequestId(id), resource, units, true, false, Optional.empty(), thread, "");
  }

  private static void check(Step step, int port, Peer first, Peer second) throws Exception {
    String command =
        step.command()
            .replace("redis-cli", "redis-cli -p " + port)
            .replace(FIRST, first.session().id())
            .replace(SECOND, second.session().id());
    Process process = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    Stream<String> printed =
        output.replace(first.session().id(), FIRST).replace(second.session().id(), SECOND).lines();
    assertThat(alike(printed)).isEqualTo(alike(step.output().stream()));
  }
}
