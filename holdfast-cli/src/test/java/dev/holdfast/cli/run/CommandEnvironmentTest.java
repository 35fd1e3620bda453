package dev.holdfast.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommandEnvironmentTest {

  private final Map<String, String> environment = new HashMap<>();

  @Test
  void put_winsOverInherited_andAddsToTheList() {
    environment.put("HOLDFAST_LOCK", "outer");
    environment.put("HOLDFAST_TOKEN", "12");
    environment.put("HOLDFAST_LOCKS", "outer=12");
    environment.put("HOLDFAST_EXPIRES_IN", "1000");
    CommandEnvironment.put(
        environment, new SettableLease(), "redis://cache:6379", Optional.empty());
    assertThat(environment)
        .containsOnly(
            Map.entry("HOLDFAST_LOCK", "my lock=1"),
            Map.entry("HOLDFAST_TOKEN", "42"),
            Map.entry("HOLDFAST_LEASE", "my%20lock%3D1=42"),
            Map.entry("HOLDFAST_STORE", "redis://cache:6379"),
            Map.entry("HOLDFAST_LOCKS", "outer=12 my%20lock%3D1=42"));
  }

  @Test
  void put_fixedLease_saysWhenItEnds() {
    CommandEnvironment.put(
        environment, new SettableLease(), "memory:", Optional.of(Duration.ofSeconds(30)));
    assertThat(environment).containsEntry("HOLDFAST_EXPIRES_IN", "30000");
  }

  @Test
  void put_givesTheLocaleBack() {
    environment.put("LC_CTYPE", "C.UTF-8");
    environment.put("HOLDFAST_LOCALE_BEFORE", "LC_CTYPE");
    CommandEnvironment.put(environment, new SettableLease(), "memory:", Optional.empty());
    assertThat(environment).doesNotContainKeys("LC_CTYPE", "HOLDFAST_LOCALE_BEFORE");

    environment.put("LC_ALL", "C.UTF-8");
    environment.put("HOLDFAST_LOCALE_BEFORE", "LC_ALL=C");
    CommandEnvironment.put(environment, new SettableLease(), "memory:", Optional.empty());
    assertThat(environment).containsEntry("LC_ALL", "C");
  }
}
