package dev.holdfast.redis.connection;

import dev.holdfast.HoldfastException;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.output.ValueListOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Asks all sentinels where the primary is.
 *
 * <p>Sentinels that were cut off, or have not heard of a fail-over yet, name the former primary. So
 * all are asked at once, and among the answers of a majority the one of the highest configuration
 * epoch counts, the number that they give to each fail-over. When no majority answers, what there
 * is has to do: a wrong answer costs a vain attempt.
 */
final class Sentinels {

  private final Questions questions;
  private final Driver driver;
  private final RedisErrors errors;
  private final List<Endpoint> sentinels;
  private final String master;

  /** What one sentinel says. */
  private record Answer(Endpoint primary, long epoch) {}

  /**
   * What was said so far.
   *
   * @param answered how many have answered, whether they know the primary or not
   * @param failed how many will not answer
   * @param best the answer of the highest epoch
   * @param failure why the last of those failed
   */
  private record Tally(
      int answered, int failed, @Nullable Answer best, @Nullable Throwable failure) {

    Tally plus(Optional<Answer> answer) {
      Answer newer =
          best == null || (answer.isPresent() && answer.get().epoch() > best.epoch())
              ? answer.orElse(null)
              : best;
      return new Tally(answered + 1, failed, newer, failure);
    }

    Tally plusFailure(Throwable why) {
      return new Tally(answered, failed + 1, best, why);
    }
  }

  Sentinels(Questions questions, Driver driver, RedisErrors errors, RedisOptions options) {
    this.questions = questions;
    this.driver = driver;
    this.errors = errors;
    this.sentinels = options.servers();
    this.master = options.master();
  }

  /** Completes with the primary; exceptionally when no sentinel names one. */
  CompletionStage<Endpoint> primary() {
    CompletableFuture<Endpoint> end = new CompletableFuture<>();
    AtomicReference<Tally> tally = new AtomicReference<>(new Tally(0, 0, null, null));
    for (Endpoint sentinel : sentinels) {
      questions
          .ask(driver.sentinelUri(sentinel), this::question)
          .whenComplete(
              (answer, failure) -> {
                Tally now =
                    tally.updateAndGet(
                        before ->
                            failure == null ? before.plus(answer) : before.plusFailure(failure));
                decide(now, end);
              });
    }
    return end;
  }

  private void decide(Tally tally, CompletableFuture<Endpoint> end) {
    boolean all = tally.answered() + tally.failed() == sentinels.size();
    boolean majority = tally.answered() > sentinels.size() / 2;
    Answer best = tally.best();
    if (best != null && (majority || all)) {
      end.complete(best.primary());
    } else if (all) {
      end.completeExceptionally(nobodyKnows(tally));
    }
  }

  private HoldfastException nobodyKnows(Tally tally) {
    Throwable failure = tally.failure();
    if (tally.answered() > 0 || failure == null) {
      return errors.refused(
          "no sentinel knows a master named '" + master + "'; check the name behind the hosts",
          "",
          failure);
    }
    Optional<String> error = RedisErrors.serverError(failure);
    return error.isPresent()
        ? errors.refused(
            "its sentinels answer "
                + error.get()
                + "; see that they are sentinels, and check the options sentinelUser and"
                + " sentinelPassword, which are not taken from the rest of the address",
            "",
            failure)
        : errors.of(failure, "");
  }

  /**
   * While a sentinel carries a fail-over out, {@code SENTINEL MASTER} shows its new epoch beside
   * the old address, and only the other command the new one.
   */
  private CompletionStage<Optional<Answer>> question(RedisAsyncCommands<String, String> sentinel) {
    CompletionStage<List<String>> address = sentinel(sentinel, "GET-MASTER-ADDR-BY-NAME");
    return address.thenCombine(
        sentinel(sentinel, "MASTER").exceptionally(failure -> List.of()), this::answer);
  }

  private CompletionStage<List<String>> sentinel(
      RedisAsyncCommands<String, String> sentinel, String what) {
    // The driver's own type of future never completes a stage of a method that came after Java 8.
    return sentinel
        .dispatch(
            CommandType.SENTINEL,
            new ValueListOutput<>(TextCodec.INSTANCE),
            new CommandArgs<>(TextCodec.INSTANCE).add(what).add(master))
        .toCompletableFuture()
        .thenApply(words -> Objects.requireNonNullElse(words, List.of()));
  }

  private Optional<Answer> answer(List<String> address, List<String> details) {
    if (address.size() < 2) {
      return Optional.empty();
    }
    long epoch = 0;
    for (int i = 0; i + 1 < details.size(); i += 2) {
      if (details.get(i).equals("config-epoch")) {
        epoch = Long.parseLong(details.get(i + 1));
      }
    }
    Endpoint primary = new Endpoint(address.get(0), Integer.parseInt(address.get(1)));
    return Optional.of(new Answer(primary, epoch));
  }
}
