package dev.holdfast.tck.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Odd names work, or are refused alike in every store, and no two share a lock. */
@ExtendWith(ContractExtension.class)
final class C119_oddNamesTest {

  private static final List<String> ODD =
      List.of(
          "file:///a/b",
          "/",
          "//",
          ".",
          "..",
          "zookeeper",
          "a\u0000b",
          "a\u001fb",
          "\u0085",
          "\ud83d\udd12",
          "trailing ",
          "UPPER",
          "upper",
          "caf\u00e9",
          "cafe\u0301",
          "%2F",
          "{a}");

  private final Arena arena;
  private final LockClient client;

  C119_oddNamesTest(Arena arena) {
    this.arena = arena;
    this.client = arena.client();
  }

  @Test
  void oddNames_areHeldSideBySide() {
    for (String name : ODD) {
      assertThat(client.lock(arena.name() + name).tryLock()).as("%s", name).isTrue();
    }
    for (String name : ODD) {
      client.lock(arena.name() + name).unlock();
    }
  }

  @Test
  void emptyMalformedAndTooLong_areRefused() {
    for (String name : List.of("", "lone \ud800", "n".repeat(100_000), "\u00e9".repeat(513))) {
      assertThatThrownBy(() -> client.lock(name)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(client.lock("k".repeat(1_024)).name()).hasSize(1_024);
  }

  @Test
  @SuppressWarnings("NullAway")
  void nullName_isRefused() {
    assertThatThrownBy(() -> client.lock(null)).isInstanceOf(NullPointerException.class);
  }
}
