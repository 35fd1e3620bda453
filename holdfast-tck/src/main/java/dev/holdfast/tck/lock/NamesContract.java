package dev.holdfast.tck.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DistributedLock;
import dev.holdfast.LockClient;
import dev.holdfast.tck.arena.Arena;
import dev.holdfast.tck.arena.ContractExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which names a lock may have: nearly all, and no two different ones share a lock. */
@ExtendWith(ContractExtension.class)
final class NamesContract {

  private static final int NAME_BYTES_MAX = 1_024;

  private final LockClient client;
  private final LockClient other;
  private final String prefix;

  NamesContract(Arena arena) {
    this.client = arena.client();
    this.other = arena.client();
    this.prefix = arena.name();
  }

  private List<String> strangeNames() {
    return List.of(
        "file:///a/b",
        "/",
        "//",
        ".",
        "..",
        "zookeeper",
        "a\u0000b",
        "a\u001fb",
        "\u0085",
        "\ud83d\udd12 emoji",
        "space ",
        " space",
        "space",
        "Case",
        "case",
        "caf\u00e9",
        "cafe\u0301",
        "%2F",
        "{tag}",
        "{}",
        "a:b:c",
        "a*b?[c]",
        "line\nbreak",
        "null",
        "x".repeat(500));
  }

  @Test
  void strangeNames_work_andNoTwoShareALock() {
    List<DistributedLock> locks =
        strangeNames().stream().map(name -> client.lock(prefix + name)).toList();
    for (DistributedLock lock : locks) {
      assertThat(lock.tryLock()).as("free: %s", lock.name()).isTrue();
    }
    for (DistributedLock lock : locks) {
      DistributedLock same = other.lock(lock.name());
      assertThat(same.tryLock()).as("held: %s", lock.name()).isFalse();
      assertThat(same.inspect().name()).isEqualTo(lock.name());
      assertThat(same.inspect().holders()).hasSize(1);
    }
    locks.forEach(DistributedLock::unlock);
  }

  @Test
  void nameOfOneByteAndOfTheMost_work() {
    // Bare on purpose: what other tests prefix must not be needed.
    String longest = "n".repeat(NAME_BYTES_MAX - prefix.length()) + prefix;
    for (String name : List.of("\u0001", longest)) {
      DistributedLock lock = client.lock(name);
      assertThat(lock.tryLock()).isTrue();
      assertThat(other.lock(name).tryLock()).isFalse();
      lock.unlock();
    }
  }

  @Test
  void emptyTooLongOrMalformedNames_throwIllegalArgumentException() {
    assertThatThrownBy(() -> client.lock("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.lock("x".repeat(NAME_BYTES_MAX + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1024");
    assertThatThrownBy(() -> client.lock("\u00e9".repeat(NAME_BYTES_MAX / 2 + 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.lock("lone \ud800 surrogate"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.lock("\udc00")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @SuppressWarnings("NullAway")
  void nullName_throwsNullPointerException() {
    assertThatThrownBy(() -> client.lock(null)).isInstanceOf(NullPointerException.class);
  }
}
