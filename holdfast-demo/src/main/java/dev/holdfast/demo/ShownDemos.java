package dev.holdfast.demo;

import dev.holdfast.StoreRefusedException;
import dev.holdfast.StoreUnavailableException;
import dev.holdfast.cli.demo.DemoName;
import dev.holdfast.cli.demo.DemoRefusedException;
import dev.holdfast.cli.demo.DemoRequest;
import dev.holdfast.cli.demo.Demos;
import dev.holdfast.cli.report.ExitCode;
import dev.holdfast.cli.report.NoticeLoggerFinder;
import dev.holdfast.cli.report.TextNotices;
import dev.holdfast.cli.report.Verbosity;
import dev.holdfast.demo.event.DemoFailedException;
import dev.holdfast.demo.play.Outcome;
import dev.holdfast.demo.play.Play;
import dev.holdfast.demo.redis.PlainRedis;
import dev.holdfast.demo.redis.RedisAddress;
import dev.holdfast.embedded.EmbeddedRedisException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Runs the demos that are asked for, one after the other. */
public final class ShownDemos implements Demos {

  private static final int CTRL_C = 2;

  private final PrintStream out;
  private final PrintStream err;

  /** For the command: tells on the standard streams. */
  public ShownDemos() {
    this(System.out, System.err);
  }

  ShownDemos(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public int run(DemoRequest request) throws InterruptedException {
    List<Play> plays = plays(request.name());
    checkStore(request, plays);
    // What the library has to warn of here is what the demo is about, and tells itself.
    NoticeLoggerFinder.sendTo(
        new TextNotices(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            Verbosity.QUIET),
        Verbosity.QUIET);
    try {
      return runAll(plays, request);
    } catch (DemoFailedException e) {
      if (e.interrupted()) {
        return ExitCode.ofSignal(CTRL_C);
      }
      return failed(ExitCode.INTERNAL, "the demo did not come to its end: " + e.getMessage());
    } catch (StoreUnavailableException | StoreRefusedException | EmbeddedRedisException e) {
      return failed(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()));
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      return failed(ExitCode.INTERNAL, "the demo did not come to its end: " + e);
    }
  }

  private int failed(ExitCode code, String message) {
    err.println("holdfast: " + message);
    return code.code();
  }

  private static List<Play> plays(DemoName name) {
    return Arrays.stream(DemoName.values())
        .filter(each -> each != DemoName.all && (name == DemoName.all || name == each))
        .map(each -> Play.of(each.name()))
        .toList();
  }

  private static void checkStore(DemoRequest request, List<Play> plays) {
    if (request.store().isEmpty()) {
      return;
    }
    if (plays.stream().noneMatch(Play::takesStore)) {
      throw new DemoRefusedException(
          "%s has to kill servers, so it uses only servers of its own: leave --url out"
              .formatted(request.name()));
    }
    try {
      RedisAddress.parse(request.store().get());
    } catch (IllegalArgumentException e) {
      throw new DemoRefusedException(
          "--url must be redis://HOST:PORT here: the naive half speaks to one Redis without TLS");
    }
  }

  private int runAll(List<Play> plays, DemoRequest request) throws Exception {
    Optional<String> unreachable = unreachable(request.store());
    if (unreachable.isPresent()) {
      return failed(ExitCode.UNAVAILABLE, unreachable.get());
    }
    Optional<Path> folder = made(request.folder());
    List<String> broken = new ArrayList<>();
    for (Play play : plays) {
      out.printf("%s%s: %s%n", play == plays.get(0) ? "" : "\n", play.name(), play.title());
      if (request.store().isPresent() && !play.takesStore()) {
        out.println("(on servers of its own, which it has to kill)");
      }
      Outcome outcome =
          play.run(request.store().filter(any -> play.takesStore()), request.guarded(), out);
      out.println();
      outcome.lines().forEach(out::println);
      // Not before there is a picture: a demo that is broken off leaves nothing.
      if (folder.isEmpty()) {
        folder = Optional.of(Files.createTempDirectory("holdfast-pictures-"));
      }
      Path file = folder.get().resolve(play.name() + ".svg");
      Files.writeString(file, outcome.svg());
      out.printf("%nThe picture: %s%n", file);
      out.println(verdict(outcome.kept(), play.name(), request.guarded()));
      if (!outcome.kept()) {
        broken.add(play.name());
      }
    }
    return (broken.isEmpty() ? ExitCode.DONE : ExitCode.PROMISE_BROKEN).code();
  }

  private static String verdict(boolean kept, String name, boolean guarded) {
    if (kept) {
      return name + ": Holdfast's half kept its promise.";
    }
    return name
        + ": Holdfast's half BROKE ITS PROMISE"
        + (guarded ? "." : ": without the guard nothing stops a late write.");
  }

  private static Optional<String> unreachable(Optional<String> store) {
    if (store.isEmpty()) {
      return Optional.empty();
    }
    RedisAddress address = RedisAddress.parse(store.get());
    try (PlainRedis redis = PlainRedis.connect(address)) {
      redis.command("PING");
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("The store at " + address + " can't be used: " + e.getMessage());
    }
  }

  private static Optional<Path> made(Optional<Path> wanted) {
    try {
      return wanted.isEmpty() ? wanted : Optional.of(Files.createDirectories(wanted.get()));
    } catch (IOException e) {
      throw new DemoRefusedException("--out can't be used: " + e);
    }
  }
}
