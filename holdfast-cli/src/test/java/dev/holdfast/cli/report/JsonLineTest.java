package dev.holdfast.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonLineTest {

  @Test
  void of_writesWhatAStrictReaderReadsBack() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("text", "a \"quoted\" \\ back\nslash\ttab \u0001 größe \uD83D\uDD12");
    value.put("number", 1839142199937024000L);
    value.put("yes", true);
    value.put("list", List.of("x", 1L, Map.of("deep", "er")));
    value.put("empty", List.of());

    String line = JsonLine.of(value);
    assertThat(line).doesNotContain("\n");
    assertThat(Json.object(line)).isEqualTo(value);
  }

  @Test
  void of_loneSurrogates_staysAscii() {
    assertThat(JsonLine.of(Map.of("t", "a\uD800b"))).isEqualTo("{\"t\":\"a\\ud800b\"}");
    assertThat(JsonLine.of(Map.of("t", "\uDC00"))).isEqualTo("{\"t\":\"\\udc00\"}");
  }
}
