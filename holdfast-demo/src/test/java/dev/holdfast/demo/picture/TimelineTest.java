package dev.holdfast.demo.picture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.demo.event.Event;
import dev.holdfast.demo.event.What;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {

  private final List<Event> events = new ArrayList<>();

  private TimelineTest at(double seconds, String lane, What what, String detail) {
    events.add(new Event(1_000_000 + Math.round(seconds * 1e6), lane, what, detail));
    return this;
  }

  private Timeline timeline() {
    return new TimelineMaker(events, 1_000_000, number -> number == 2)
        .make("Half", "2 updates written", false, List.of("A", "B", "store"));
  }

  /** A is stopped past the end of its lock, B gets in, A writes late. */
  private Timeline pausedHolder() {
    at(0, "A", What.ASKS, "").at(0, "A", What.HOLDS, "1001").at(0, "store", What.HOLDER, "A");
    at(1, "A", What.STOPPED, "").at(1, "B", What.ASKS, "").at(2, "store", What.HOLDER, "B");
    at(2, "B", What.HOLDS, "1007").at(3, "B", What.WRITES, "1 0 1").at(3, "B", What.RELEASES, "");
    at(3, "store", What.HOLDER, "").at(4, "A", What.WOKEN, "").at(4, "A", What.WRITES, "2 0 1");
    return at(5, "A", What.RELEASES, "").timeline();
  }

  @Test
  void terminal_showsWhoBelievesAndWhoHas() {
    List<String> lines = TextPicture.draw(pausedHolder());

    assertThat(lines.get(0)).isEqualTo("Half: 2 updates written");
    assertThat(lines.get(2)).matches("  A +={12,13}z+D=+");
    assertThat(lines.get(3)).matches("  B {22,24}\\.+=+W");
    assertThat(lines.get(4)).matches("  store +A+B+");
    assertThat(lines.get(5)).matches("  overlap +!{12,13}");
    assertThat(lines.get(6)).isEqualTo("  token 1 = 1001, 2 = 1007");
    assertThat(lines).allMatch(line -> line.length() <= 80);
  }

  @Test
  void tokens_areNumberedInTheirOrder() {
    Timeline timeline = pausedHolder();

    assertThat(timeline.tokens()).containsExactly(1001L, 1007L);
    assertThat(timeline.lanes().get(1).bars())
        .extracting(Bar::label)
        .containsExactly("", "token 2");
  }

  @Test
  void overlap_isOnePieceAndEndsWithTheFirstToLeave() {
    assertThat(pausedHolder().overlaps())
        .singleElement()
        .satisfies(
            bar -> {
              assertThat(bar.from()).isEqualTo(2);
              assertThat(bar.to()).isEqualTo(3);
            });
  }

  @Test
  void killedAndRefusedHolders_believeNoMore() {
    at(0, "A", What.HOLDS, "5").at(1, "A", What.KILLED, "").at(1, "B", What.HOLDS, "6");
    at(2, "B", What.REFUSED, "7").at(3, "B", What.LOST, "");
    Timeline timeline = timeline();

    assertThat(timeline.overlaps()).isEmpty();
    assertThat(timeline.lanes().get(1).marks())
        .extracting(Mark::kind)
        .containsExactly(Mark.Kind.REFUSED, Mark.Kind.LOST);
  }

  /** The refusal is what the picture is about, so the loss at the same time does not cover it. */
  @Test
  void marksAtOnce_standBesideEachOther() {
    at(0, "A", What.HOLDS, "5").at(1, "A", What.REFUSED, "7").at(1, "A", What.LOST, "");
    at(2, "A", What.WRITES, "1 0 1");

    assertThat(TextPicture.draw(timeline()).get(2)).matches("  A +=+RL +W");
  }

  @Test
  void killedServer_holdsNothingForAnybody() {
    at(0, "store", What.HOLDER, "A").at(1, "store", What.KILLED, "");
    at(2, "store", What.PROMOTED, "").at(3, "store", What.HOLDER, "");

    assertThat(TextPicture.draw(timeline()).get(4)).matches("  store +A+X +P");
  }

  @Test
  void svg_hasEveryLaneAndEscapesItsTexts() {
    String svg = SvgPicture.draw("pause: <A & B>", List.of(pausedHolder(), pausedHolder()));

    assertThat(svg)
        .startsWith("<svg ")
        .contains("<title>pause: &lt;A &amp; B&gt;</title>", ">token 2<", "class=\"damages\"");
    assertThat(svg.split(">store<", -1)).hasSize(3);
  }
}
