package dev.holdfast.tck.session;

import static dev.holdfast.tck.arena.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView;
import dev.holdfast.spi.Grant;
import dev.holdfast.spi.ReleaseAnswer.Outcome;
import dev.holdfast.spi.Request;
import dev.holdfast.spi.RequestAnswer.Granted;
import dev.holdfast.spi.RequestAnswer.Refused;
import dev.holdfast.spi.SettleAnswer;
import dev.holdfast.tck.Capability;
import dev.holdfast.tck.Needs;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.Ask;
import dev.holdfast.tck.arena.ContractExtension;
import dev.holdfast.tck.arena.SessionLog.Event;
import dev.holdfast.tck.arena.Visitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Readers and writers of one lock: requests for one unit, and for all. */
@ExtendWith(ContractExtension.class)
@Needs({Capability.UNITS, Capability.QUEUE, Capability.HANDOFF_MESSAGE})
final class ShareContract {

  private static final int READ = 1;
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final Arena arena;

  ShareContract(Arena arena) {
    this.arena = arena;
  }

  private static int unitsHeld(Visitor visitor) {
    return visitor.inspect().holders().stream().mapToInt(LockView.Holder::units).sum();
  }

  @Test
  void readers_holdItTogether_eachWithASequenceOfItsOwn() {
    Visitor visitor = arena.visitor();
    Ask first = visitor.ask(READ);
    Ask second = visitor.ask(READ);
    Ask third = arena.visitor().ask(READ);
    assertThat(first.granted().sequence()).isLessThan(second.granted().sequence());
    assertThat(second.granted().sequence()).isLessThan(third.granted().sequence());
    assertThat(first.units()).isEqualTo(READ);
    assertThat(unitsHeld(visitor)).isEqualTo(3);
  }

  @Test
  void readerSentAgain_isTheSameReader() {
    Visitor visitor = arena.visitor();
    Ask reader = visitor.ask(READ);
    assertThat(reader.grantedNow().sequence()).isEqualTo(reader.granted().sequence());
    assertThat(unitsHeld(visitor)).isEqualTo(1);
    assertThat(reader.release().outcome()).isEqualTo(Outcome.RELEASED);
    assertThat(reader.release().outcome()).isEqualTo(Outcome.NOT_HOLDING);
    assertThat(arena.store().leftovers()).isEmpty();
  }

  @Test
  void writer_excludesReaders_andReadersAWriter() {
    Ask writer = arena.visitor().ask();
    assertThat(writer.units()).isEqualTo(Request.ALL);
    assertThat(arena.visitor().askAtOnce(READ).answer()).isEqualTo(new Refused());
    writer.release();
    Ask reader = arena.visitor().askAtOnce(READ);
    assertThat(arena.visitor().askAtOnce().answer()).isEqualTo(new Refused());
    reader.release();
    arena.visitor().askAtOnce().granted();
  }

  @Test
  void writer_isGrantedWhenTheLastReaderLeaves() {
    Ask first = arena.visitor().ask(READ);
    Ask second = arena.visitor().ask(READ);
    Visitor writing = arena.visitor();
    Ask writer = writing.ask();
    writer.queued();
    first.release();
    assertThat(writing.log().grants()).isEmpty();
    second.release();
    assertThat(writer.awaitGrant().sequence()).isGreaterThan(second.granted().sequence());
  }

  @Test
  void waitingWriter_isNotOvertakenByLaterReaders() {
    Ask reader = arena.visitor().ask(READ);
    Ask writer = arena.visitor().ask();
    Ask late = arena.visitor().ask(READ);
    assertThat(arena.visitor().askAtOnce(READ).answer()).isEqualTo(new Refused());
    late.queued();
    reader.release();
    writer.awaitGrant();
    writer.release();
    late.awaitGrant();
  }

  @Test
  void readersAtTheHead_areLetInTogether_andNoneBehindTheNextWriter() {
    Ask writer = arena.visitor().ask();
    List<Visitor> visitors = List.of(arena.visitor(), arena.visitor());
    List<Ask> readers = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      visitors.forEach(visitor -> readers.add(visitor.ask(READ)));
    }
    Ask next = arena.visitor().ask();
    Ask behind = arena.visitor().ask(READ);
    writer.release();
    long sequence = writer.granted().sequence();
    for (Ask reader : readers) {
      Grant grant = reader.awaitGrant();
      assertThat(grant.sequence()).isGreaterThan(sequence);
      assertThat(grant.othersWait()).isTrue();
      assertThat(reader.grantedNow().sequence()).isEqualTo(grant.sequence());
      sequence = grant.sequence();
    }
    next.queued();
    assertThat(behind.again()).isNotInstanceOf(Granted.class);
    readers.forEach(Ask::release);
    next.awaitGrant();
  }

  @Test
  void cancelledWriter_letsTheReadersBehindItIn() {
    arena.visitor().ask(READ).granted();
    Ask writer = arena.visitor().ask();
    Ask reader = arena.visitor().ask(READ);
    Visitor hasty = arena.visitor();
    assertThat(hasty.askAtOnce(READ).answer()).isEqualTo(new Refused());
    writer.release();
    reader.awaitGrant();
    hasty.askAtOnce(READ).granted();
  }

  @Test
  void everyReader_isToldThatAWriterWaits() {
    Visitor one = arena.visitor();
    Visitor other = arena.visitor();
    Ask first = one.ask(READ);
    Ask second = other.ask(READ);
    Ask writer = arena.visitor().ask();
    await("the messages")
        .untilAsserted(
            () -> {
              assertThat(one.log().events()).contains(new Event.OthersWait(first.id()));
              assertThat(other.log().events()).contains(new Event.OthersWait(second.id()));
            });
    assertThat(first.grantedNow().othersWait()).isTrue();
    long before = one.log().count(Event.OthersWait.class);
    writer.again();
    await("the message again").until(() -> one.log().count(Event.OthersWait.class) > before);
  }

  @Test
  @Needs(Capability.END_SESSION)
  void deadReaders_areFoundByTheWriterThatAsksAgain() {
    Visitor dead = arena.visitor();
    Ask first = dead.ask(READ);
    dead.ask(READ).granted();
    Ask live = arena.visitor().ask(READ);
    Ask writer = arena.visitor().ask();
    arena.store().endSession(dead.session().id());
    assertThat(writer.again()).isNotInstanceOf(Granted.class);
    live.release();
    assertThat(writer.grantedNow().sequence()).isGreaterThan(first.granted().sequence());
  }

  @Test
  @Needs(Capability.END_SESSION)
  void deadReader_isNotShown_andDoesNotStopANewcomer() {
    Visitor dead = arena.visitor();
    dead.ask(READ).granted();
    arena.store().endSession(dead.session().id());
    Visitor other = arena.visitor();
    assertThat(other.inspect().holders()).isEmpty();
    other.askAtOnce().granted();
  }

  @Test
  @Needs(Capability.END_SESSION)
  void deadWriterInTheQueue_doesNotStopTheReadersBehindIt() {
    Ask reader = arena.visitor().ask(READ);
    Visitor dead = arena.visitor();
    dead.ask().queued();
    Ask late = arena.visitor().ask(READ);
    late.queued();
    arena.store().endSession(dead.session().id());
    late.grantedNow();
    reader.grantedNow();
  }

  @Test
  void leaseTimeOfAReader_isItsOwn() {
    Visitor visitor = arena.visitor();
    Ask lasting = visitor.ask(READ);
    Ask bounded = arena.visitor().askFor(READ, SHORT);
    bounded.granted();
    Ask writer = arena.visitor().ask();
    await("the bounded lease to end").until(() -> visitor.inspect().holders().size() == 1);
    assertThat(bounded.settle(SHORT)).isEqualTo(SettleAnswer.NOT_HOLDING);
    assertThat(writer.again()).isNotInstanceOf(Granted.class);
    lasting.grantedNow();
    assertThat(lasting.release().outcome()).isEqualTo(Outcome.RELEASED);
    await("the writer's turn").until(() -> writer.again() instanceof Granted);
  }

  @Test
  void readerThroughTheQueue_isBoundedBySettling() {
    Ask writer = arena.visitor().ask();
    Visitor visitor = arena.visitor();
    Ask reader = visitor.askFor(READ, SHORT);
    Ask other = visitor.ask(READ);
    writer.release();
    reader.awaitGrant();
    other.awaitGrant();
    assertThat(reader.settle(SHORT)).isEqualTo(SettleAnswer.SETTLED);
    await("the bounded lease to end").until(() -> unitsHeld(visitor) == 1);
    assertThat(reader.release().outcome()).isEqualTo(Outcome.NOT_HOLDING);
    assertThat(other.release().outcome()).isEqualTo(Outcome.RELEASED);
  }

  @Test
  void queue_isShownWithWhatEachAsksFor() {
    arena.visitor().ask(READ).granted();
    Ask writer = arena.visitor().ask();
    Ask reader = arena.visitor().ask(READ);
    LockView view = arena.visitor().inspect();
    assertThat(view.capacity()).isEqualTo(LockView.ALL_UNITS);
    assertThat(view.holders()).extracting(LockView.Holder::units).containsExactly(READ);
    assertThat(view.queue())
        .extracting(LockView.Waiter::requestId)
        .containsExactly(writer.id().value(), reader.id().value());
    assertThat(view.queue())
        .extracting(LockView.Waiter::units)
        .containsExactly(LockView.ALL_UNITS, READ);
  }
}
