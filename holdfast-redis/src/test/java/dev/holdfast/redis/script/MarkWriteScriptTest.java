package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RedisVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class MarkWriteScriptTest {

  @Parameter RedisVersion version;

  private ScriptStage stage;

  @BeforeEach
  void open() {
    stage = ScriptStage.on(version.assumeAvailable());
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private void mark() {
    assertThat(stage.run(Script.MARK_WRITE, new String[] {ScriptStage.KEYS.sign()}))
        .isEqualTo("marked");
  }

  /** Without a write there is nothing that replicas could have. */
  @Test
  void eachCall_writesSomething() {
    long before = changes();
    mark();
    long once = changes();
    mark();
    assertThat(once).isGreaterThan(before);
    assertThat(changes()).isGreaterThan(once);
  }

  @Test
  void sign_endsByItself() {
    mark();
    assertThat(stage.everything()).containsOnlyKeys(ScriptStage.KEYS.sign());
    assertThat((Long) stage.redis().command("PTTL", ScriptStage.KEYS.sign()))
        .isBetween(86_000_000L, 86_400_000L);
  }

  @Test
  void noMemory_isWrittenAllTheSame() {
    stage.outOfMemory();
    mark();
    mark();
    assertThat(stage.redis().command("EXISTS", ScriptStage.KEYS.sign())).isEqualTo(1L);
  }

  private long changes() {
    return Long.parseLong(
        stage.redis().info("persistence").getOrDefault("rdb_changes_since_last_save", "0"));
  }
}
