package dev.holdfast.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testing.server.RedisVersion;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(RedisVersion.class)
class ReadPermitsScriptTest {

  @Parameter RedisVersion version;

  private ScriptStage stage;

  @BeforeEach
  void open() {
    stage = ScriptStage.on(version.assumeAvailable()).semaphore();
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private String read() {
    Map<String, String> before = stage.everything();
    String answer = (String) stage.run(Script.READ_PERMITS, stage.lock().forHolders());
    assertThat(stage.everything()).isEqualTo(before);
    return answer;
  }

  @Test
  void notSet_isTold_alsoWhileSomebodyHolds() {
    assertThat(read()).isEqualTo("not-set");
    stage.session("s").shares("r", "s", 1);
    assertThat(read()).isEqualTo("not-set");
  }

  @Test
  void whatTheLiveHold_isNotFree_whatTheDeadHoldIs() {
    stage.permits(9).session("s").expired("over");
    assertThat(read()).isEqualTo("permits 9 9");
    stage.shares("r1", "s", 3).shares("r2", "over", 2).shares("r3", "gone", 1);
    stage.shares("r4", "s", 1, stage.nowMillis() - 1, stage.nowMillis() - 1);
    assertThat(read()).isEqualTo("permits 9 6");
  }

  @Test
  void moreThanThereAre_areFewerThanNoneFree() {
    stage.permits(2).session("s").shares("r1", "s", 5);
    assertThat(read()).isEqualTo("permits 2 -3");
  }

  @Test
  void many_areAllCounted() {
    stage.permits(5_000).session("s");
    for (int i = 0; i < 600; i++) {
      stage.shares("r" + i, "s", 1);
    }
    assertThat(read()).isEqualTo("permits 5000 4400");
  }
}
