package dev.holdfast.redis.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where names and shards are, for good: a client that looked elsewhere would exclude nobody. */
class ShardKeysTest {

  private static final int SHARDS = ShardKeys.count(true);

  @Test
  void singleServer_hasOneShard() {
    assertThat(ShardKeys.count(false)).isEqualTo(1);
    assertThat(ShardKeys.of("orders", 1)).isZero();
    assertThat(new ShardKeys("hf", 0).sessions()).isEqualTo("{hf:0}:s");
  }

  @ParameterizedTest
  @CsvSource({"orders, 9", "a, 7", "'{customer:7}:cart', 9", "\u00fc\u4e2d, 11"})
  void shardOfAName_neverChanges(String name, int shard) {
    assertThat(ShardKeys.of(name, SHARDS)).isEqualTo(shard);
  }

  @Test
  void namesWithTheSameTag_shareAShard() {
    assertThat(ShardKeys.of("{customer:7}:cart", SHARDS))
        .isEqualTo(ShardKeys.of("{customer:7}:invoice", SHARDS));
  }

  @Test
  void names_areSpreadOverAllShards() {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < 16_000; i++) {
      counts.merge(ShardKeys.of("order:" + i, SHARDS), 1, Integer::sum);
    }
    assertThat(counts).hasSize(SHARDS);
    assertThat(counts.values()).allMatch(count -> count > 800 && count < 1_200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hf", "app", "a-rather-long-prefix-of-an-application", "~"})
  void shards_lieAtEqualDistancesInTheRowOfSlots(String prefix) {
    for (int shard = 0; shard < SHARDS; shard++) {
      assertThat(ShardKeys.inCluster(prefix, shard).slot() / 1_024).isEqualTo(shard);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, {hf:0.61}:s", "1, {hf:1.62}:s", "2, {hf:2.3}:s", "15, {hf:15.2}:s"})
  void tagsOfShards_neverChange(int shard, String table) {
    assertThat(ShardKeys.inCluster("hf", shard).sessions()).isEqualTo(table);
  }
}
