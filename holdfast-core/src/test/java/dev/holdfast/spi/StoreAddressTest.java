package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreAddressTest {

  @Test
  void full_isTakenApart() {
    StoreAddress address =
        StoreAddress.parse("REDIS://us%40er:p%3A%2F%3F@h1:1,h2:2/3?ttl=10s&prefix=a%26b");
    assertThat(address.scheme()).isEqualTo("redis");
    assertThat(address.user()).isEqualTo("us@er");
    assertThat(address.password()).contains("p:/?");
    assertThat(address.hosts()).isEqualTo("h1:1,h2:2");
    assertThat(address.path()).isEqualTo("3");
    assertThat(address.options()).isEqualTo(Map.of("ttl", "10s", "prefix", "a&b"));
  }

  @Test
  void bare_hasNothingElse() {
    StoreAddress address = StoreAddress.parse("memory:");
    assertThat(address)
        .isEqualTo(new StoreAddress("memory", "", Optional.empty(), "", "", Map.of()));
  }

  @Test
  void passwordOnly_isCommonForRedis() {
    StoreAddress address = StoreAddress.parse("redis://:secret@host");
    assertThat(address.user()).isEmpty();
    assertThat(address.password()).contains("secret");
    assertThat(address.hosts()).isEqualTo("host");
  }

  @Test
  void plusSign_isItself() {
    assertThat(StoreAddress.parse("redis://:a+b@h").password()).contains("a+b");
  }

  @Test
  void text_neverHasThePassword() {
    StoreAddress address = StoreAddress.parse("redis://user:secret@host:1/0?password=secret");
    assertThat(address.toString()).isEqualTo("redis://host:1/0").doesNotContain("secret");
  }

  @Test
  void furtherOptions_replaceThoseOfTheSameName() {
    StoreAddress address = StoreAddress.parse("redis://:p@h/1?a=1&b=2").with(Map.of("b", "3"));
    assertThat(address).isEqualTo(StoreAddress.parse("redis://:p@h/1?a=1&b=3"));
  }

  @Test
  void hostAndPortAlone_isRefused_sayingWhatToWrite() {
    assertThatThrownBy(() -> StoreAddress.parse("localhost:6379/0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write redis://localhost:6379, not localhost:6379");
  }

  @Test
  void nameWithoutSlashes_isRefused_sayingWhatToWrite() {
    assertThatThrownBy(() -> StoreAddress.parse("memory:orders"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write memory://NAME, not memory:NAME");
    assertThat(StoreAddress.parse("memory://orders").hosts()).isEqualTo("orders");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost:6379/secret",
        "://secret",
        "redis:secret",
        "redis://h?secret",
        "redis://h?a=1&a=secret",
        "redis://:secret%zz@h",
        "redis://:secret#1@h",
        "redis://:secret/2@h:1",
        "redis://:secret?3@h:1",
        "redis://:a@secret/4=5@h:1",
        "6379://secret"
      })
  void malformed_isRefusedWithoutRepeatingIt(String text) {
    assertThatThrownBy(() -> StoreAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
  }
}
