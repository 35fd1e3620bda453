package dev.holdfast.demo.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisAddressTest {

  @Test
  void everyPart_isRead() {
    assertThat(RedisAddress.parse("redis://me:a%40b@cache:7000/3?minReplicas=1"))
        .isEqualTo(new RedisAddress("cache", 7000, "me", "a@b", 3));
    assertThat(RedisAddress.parse("redis://:word@cache"))
        .isEqualTo(new RedisAddress("cache", 6379, "", "word", 0));
  }

  @Test
  void thePassword_isNotShown() {
    assertThat(RedisAddress.parse("redis://me:secret@cache").toString())
        .isEqualTo("redis://cache:6379");
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory:", "rediss://:secret@cache", "redis://", "redis://a b", "x"})
  void anotherAddress_isRefusedWithoutItsPassword(String text) {
    assertThatThrownBy(() -> RedisAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }
}
