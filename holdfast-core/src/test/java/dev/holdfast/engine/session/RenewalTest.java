package dev.holdfast.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.StoreUnavailableException;
import dev.holdfast.spi.LatchAnswer;
import dev.holdfast.spi.LatchRequest;
import dev.holdfast.spi.PermitsAnswer;
import dev.holdfast.spi.PermitsChange;
import dev.holdfast.spi.ReleaseAnswer;
import dev.holdfast.spi.RenewAnswer;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.SessionListener.Known;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.spi.ShrinkAnswer;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Which attempts are made when; the store's side is played by the test, answer by answer. */
class RenewalTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  private static final Known HELD =
      new Known(new RequestId("r"), new ResourceId(ResourceKind.LOCK, "k"), true);

  private final ManualTime time = new ManualTime();
  private final Calls session = new Calls();
  private final List<Long> confirmed = new ArrayList<>();
  private int gone;

  private Renewal renewal() {
    EngineContext context =
        new EngineContext(
            new UnusedStore(),
            time,
            time,
            new Callbacks(Runnable::run, Runnable::run, time, List.of()));
    return new Renewal(
        context,
        session,
        new Renewal.Outcome() {
          @Override
          public void onRenewed(long sentNanos, long sentWallMillis) {
            confirmed.add(sentNanos);
          }

          @Override
          public void onGone() {
            gone++;
          }
        },
        () -> List.of(HELD));
  }

  @Test
  void answered_isSentEveryThirdOfTheTtl() {
    renewal().start();
    for (int period = 1; period <= 5; period++) {
      time.pass(Duration.ofSeconds(10));
      assertThat(session.renewals).hasSize(period);
      session.last().complete(RenewAnswer.RENEWED);
    }
    assertThat(confirmed).hasSize(5);
  }

  @Test
  void answeredLate_theNextIsCountedFromTheSending() {
    renewal().start();
    time.pass(Duration.ofSeconds(10));
    time.pass(Duration.ofSeconds(4));
    session.last().complete(RenewAnswer.RENEWED);
    time.pass(Duration.ofSeconds(6));
    assertThat(session.renewals).hasSize(2);
  }

  @Test
  void failing_isRetriedQuicklyAndNeverGivenUp() {
    renewal().start();
    time.pass(Duration.ofSeconds(10));
    for (int failure = 0; failure < 12; failure++) {
      session
          .last()
          .completeExceptionally(new StoreUnavailableException("planted", "", "test", null));
      time.pass(Duration.ofSeconds(1));
    }
    assertThat(session.renewals).hasSize(13);
    session.last().complete(RenewAnswer.RENEWED);
    assertThat(confirmed).hasSize(1);
    assertThat(gone).isZero();
  }

  @Test
  void firstAttemptOfAPeriod_looksAfterWhatIsHeld_thoseAfterAFailureDoNot() {
    renewal().start();
    time.pass(Duration.ofSeconds(10));
    session.last().completeExceptionally(new StoreUnavailableException("planted", "", "t", null));
    time.pass(Duration.ofSeconds(1));
    time.pass(Duration.ofSeconds(5));
    assertThat(session.looked).containsExactly(List.of(HELD), List.of(), List.of());
    session.renewals.get(1).complete(RenewAnswer.RENEWED);
    session.last().complete(RenewAnswer.RENEWED);
    time.pass(Duration.ofSeconds(10));
    assertThat(session.looked).last().isEqualTo(List.of(HELD));
  }

  @Test
  void unanswered_anotherIsSentBesideAndCounts() {
    renewal().start();
    time.pass(Duration.ofSeconds(10));
    time.pass(Duration.ofSeconds(5));
    assertThat(session.renewals).hasSize(2);
    session.last().complete(RenewAnswer.RENEWED);
    assertThat(confirmed).containsExactly(time.nanos());
  }

  @Test
  void gone_isToldOnce() {
    Renewal renewal = renewal();
    renewal.start();
    time.pass(Duration.ofSeconds(10));
    session.last().complete(RenewAnswer.GONE);
    renewal.end();
    time.pass(Duration.ofMinutes(5));
    assertThat(gone).isEqualTo(1);
    assertThat(session.renewals).hasSize(1);
  }

  @Test
  void ended_leavesNoTimerAndIgnoresLateAnswers() {
    Renewal renewal = renewal();
    renewal.start();
    time.pass(Duration.ofSeconds(10));
    renewal.end();
    session.last().complete(RenewAnswer.RENEWED);
    assertThat(time.timers()).isZero();
    assertThat(confirmed).isEmpty();
  }

  @Test
  void now_whileOneIsOnItsWay_sendsNoOther() {
    Renewal renewal = renewal();
    renewal.start();
    renewal.now();
    renewal.now();
    assertThat(session.renewals).hasSize(1);
  }

  /** A session whose answers the test gives. */
  private static final class Calls implements StoreSession {

    private final List<CompletableFuture<RenewAnswer>> renewals = new ArrayList<>();
    private final List<List<Known>> looked = new ArrayList<>();

    CompletableFuture<RenewAnswer> last() {
      return renewals.get(renewals.size() - 1);
    }

    @Override
    public String id() {
      return "test";
    }

    @Override
    public Duration ttl() {
      return TTL;
    }

    @Override
    public CompletionStage<RenewAnswer> renew(List<Known> held) {
      looked.add(held);
      CompletableFuture<RenewAnswer> answer = new CompletableFuture<>();
      renewals.add(answer);
      return answer;
    }

    @Override
    public CompletionStage<RequestAnswer> request(Request request) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<ReleaseAnswer> release(ResourceId resource, RequestId id) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<LatchAnswer> latch(LatchRequest request) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<SettleAnswer> settle(
        ResourceId resource, RequestId id, Duration leaseTime) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<ShrinkAnswer> shrink(ResourceId resource, RequestId id, int units) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<PermitsAnswer> changePermits(PermitsChange change) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<Void> acknowledge(RequestId id) {
      throw new AssertionError("not asked here");
    }

    @Override
    public CompletionStage<Void> close() {
      throw new AssertionError("not asked here");
    }
  }
}
