package dev.holdfast.redis.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LockView.Party;
import dev.holdfast.spi.RequestId;
import dev.holdfast.spi.ResourceId;
import dev.holdfast.spi.ResourceKind;
import dev.holdfast.spi.Revocation;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevocationTextTest {

  private static final ShardKeys KEYS = new ShardKeys("hf", 0);

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "two words", "line\nbreak", "100%0020", "größe", "\uD83D\uDD12", "{x}:y"})
  void anyName_isReadBack_asOneWordOnOneLine(String name) {
    ResourceId resource = new ResourceId(ResourceKind.LOCK, name);
    String record = KEYS.lock(resource).record();
    String by = PartyText.ofClient(42, "host 1", name);
    String note = RevocationText.of("r.1", OptionalLong.of(Long.MAX_VALUE), false, record, by);
    assertThat(note).doesNotContain("\n");
    assertThat(note.split(" ", -1)).hasSize(4);
    Party party = PartyText.parse(by, "");
    assertThat(RevocationText.parse(KEYS, note))
        .contains(
            new Revocation(
                new RequestId("r.1"), resource, OptionalLong.of(Long.MAX_VALUE), false, party));
    String any = RevocationText.of("r.1", OptionalLong.empty(), false, record, by);
    assertThat(RevocationText.parse(KEYS, any).orElseThrow().token()).isEmpty();
    assertThat(RevocationText.parse(KEYS, any).orElseThrow().force()).isFalse();
    String force = RevocationText.of("r.1", OptionalLong.of(1), true, record, by);
    assertThat(RevocationText.parse(KEYS, force))
        .contains(
            new Revocation(new RequestId("r.1"), resource, OptionalLong.empty(), true, party));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "r",
        "r 1 {hf:0}:l:n",
        "r x {hf:0}:l:n by",
        "r 99999999999999999999 {hf:0}:l:n by",
        "r 1 {hf:0}:x:n by",
        "r 1 {hf:0}:l:n by more"
      })
  void otherForms_areNoRevocation(String note) {
    assertThat(RevocationText.parse(KEYS, note)).isEmpty();
  }
}
